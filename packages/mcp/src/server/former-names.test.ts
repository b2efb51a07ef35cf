import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describeUnknown, type JsonObject } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { closeSessions, session } from './session.test.support.js';

afterEach(closeSessions);

function registry(annotations = {}) {
  return new ToolRegistry().register(
    new FunctionTool({
      name: 'purge',
      description: 'Purges.',
      parameters: {
        type: 'object',
        properties: { path: { type: 'string' } },
        required: ['path'],
        additionalProperties: false,
      },
      annotations,
      was: { tool: ['erase'], parameters: { file: 'path' } },
      fn: ({ path }: JsonObject) => `purged ${String(path)}`,
    }),
  );
}

const ERASE = { name: 'erase', arguments: { file: 'a.txt' } };

// F6
describe('a call by a former name', () => {
  it('reaches the tool, which is listed under its present names only', async () => {
    const { client } = await session({}, {}, registry());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['purge']);
    expect(JSON.stringify(tools)).not.toMatch(/erase|file/);
    expect(await client.callTool(ERASE)).toMatchObject({ content: [{ text: 'purged a.txt' }] });
    const twice = await client.callTool({ name: 'erase', arguments: { file: 'a', path: 'b' } });
    expect(twice).toMatchObject({ isError: true });
    expect(JSON.stringify(twice)).toContain("'file' is a former name of 'path'");
    await expect(client.callTool({ name: 'constructor' })).rejects.toThrow(
      describeUnknown('Tool', 'constructor', []).problem,
    );
  });

  it('is shown to `contextFor` under its present name', async () => {
    const seen: string[] = [];
    const { client } = await session({ contextFor: ({ tool }) => void seen.push(tool) }, {}, registry());
    await client.callTool(ERASE);
    expect(seen).toEqual(['purge']);
  });

  it('asks the person about the present names', async () => {
    const { client } = await session({}, { elicitation: {} }, registry({ needsApproval: true }));
    const questions: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: {} };
    });
    expect(await client.callTool(ERASE)).toMatchObject({ content: [{ text: 'purged a.txt' }] });
    expect(questions).toEqual(['Allow purge?\npath: "a.txt"']);
  });
});
