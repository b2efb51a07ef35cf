import type { ToolSource } from '@toolwright/contract';
import type { McpServer } from '@toolwright/prompts';
import { mcpServerTools } from './mcp-server-tools.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

const ECHO = `case 'tools/call': answer({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }); break;`;

function describeServer(tools: readonly object[]): McpServer {
  const { command, args } = rogueServer(ECHO, tools);
  return { name: 'rogue', command, args };
}

it('gives an agent the tools of a server that a prompt names, until they are given back', async () => {
  const connect = mcpServerTools();
  const source = await connect(describeServer([listed('echo')]));
  const tools: ToolSource = source;
  expect(tools.listTools().map(({ name }) => name)).toEqual(['rogue_echo']);
  expect(await source.execute('rogue_echo', '{}', {})).toEqual({ result: '{}', error: null });
  await source.close();
  expect(await source.execute('rogue_echo', '{}', {})).toMatchObject({
    error: expect.stringContaining('is closed'),
  });
});

it('says why a server cannot be used, and stops trying when it is told to', async () => {
  const bad = describeServer([listed('bad', { inputSchema: { type: 'array' } })]);
  await expect(mcpServerTools()(bad)).rejects.toMatchObject({ code: 'INVALID_TOOL' });
  const silent: McpServer = {
    name: 's',
    command: process.execPath,
    args: ['--eval', 'process.stdin.resume()'],
  };
  await expect(mcpServerTools()(silent, AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'ABORTED' });
});
