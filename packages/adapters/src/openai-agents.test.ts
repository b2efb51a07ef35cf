import { Agent, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents';
import { ToolwrightError, withDeveloperError } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { type ModelServer, startModelServer } from './model-server.test.support.js';
import { type AdaptedTools, toAgentsTools } from './openai-agents.js';
import { abortWhileItWaits, createTools, REFUSALS, waiting } from './tools.test.fixture.js';

setTracingDisabled(true);

let server: ModelServer;

afterEach(() => server.close());

async function run(
  calls: readonly (readonly [string, string])[],
  signal?: AbortSignal,
  registry: AdaptedTools = createTools(),
) {
  server = await startModelServer(calls);
  const modelProvider = new OpenAIProvider({
    apiKey: 'sk-test',
    baseURL: server.baseURL,
    useResponses: false,
  });
  const agent = new Agent({ name: 'helper', model: 'gpt-5-mini', tools: toAgentsTools(registry) });
  return new Runner({ modelProvider }).run(agent, 'Go on.', signal === undefined ? {} : { signal });
}

function toolAnswers(): string[] {
  const messages: { role: string; content: string }[] = JSON.parse(server.requests()[1] ?? '').messages;
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

describe('toAgentsTools', () => {
  it('runs tools in OpenAI Agents, in strict mode if possible', async () => {
    const { finalOutput } = await run([['forecast', '{"city":"Oslo","days":null}']]);
    expect(finalOutput).toBe('Done.');
    expect(toolAnswers()).toEqual(['{"celsius":5}']);
    expect(JSON.parse(server.requests()[0] ?? '').tools[0].function).toMatchObject({
      name: 'forecast',
      strict: true,
      parameters: { required: ['city', 'days'], additionalProperties: false },
    });
  });

  it('sends schemas that strict mode does not support unchanged', async () => {
    const registry = new ToolRegistry().register(
      new FunctionTool({
        name: 'tag',
        description: 'Tags.',
        parameters: {
          type: 'object',
          properties: { tags: { type: 'object', additionalProperties: { type: 'string' } } },
          required: ['tags'],
          additionalProperties: false,
        },
        fn: ({ tags }: { tags: Record<string, string> }) => Object.keys(tags),
      }),
    );
    await run([['tag', '{"tags":{"a":"b"}}']], undefined, registry);
    expect(toolAnswers()).toEqual(['["a"]']);
    expect(JSON.parse(server.requests()[0] ?? '').tools[0].function).toMatchObject({
      strict: false,
      parameters: { additionalProperties: false },
    });
  });

  it("passes the registry's errors to the model", async () => {
    await run([
      ['forecast', '{"city":"Atlantis","days":1}'],
      ['forecast', '{"city":"Oslo","days":0}'],
    ]);
    expect(toolAnswers()).toEqual([
      'Tool error: Atlantis has sunk.',
      expect.stringContaining("Tool error: Invalid arguments for 'forecast'"),
    ]);
  });

  // M2
  it('ends the run with an error of the developer', async () => {
    const registry = createTools();
    const error = new ToolwrightError('UNSUPPORTED', 'Run codegen.', { blame: 'developer' });
    const execute = async () => withDeveloperError({ result: null, error: error.message }, error);
    const broken = { listTools: () => registry.listTools(), execute };
    await expect(run([['forecast', '{"city":"Oslo","days":1}']], undefined, broken)).rejects.toThrow(
      'Run codegen.',
    );
    expect(server.requests()).toHaveLength(1);
  });

  it('passes wrong arguments to the registry, whose sentences the model reads', async () => {
    await run(REFUSALS.map(([args]) => ['forecast', args]));
    expect(toolAnswers()).toEqual(
      REFUSALS.map(([, sentence]) => expect.stringContaining(`Tool error: ${sentence}`)),
    );
  });

  it('coerces arguments as the registry does', async () => {
    await run([['forecast', '{"city":"Oslo","days":"3"}']]);
    expect(toolAnswers()).toEqual(['{"celsius":7}']);
  });

  it('interrupts the run for approval', async () => {
    const { interruptions } = await run([['erase', '{}']]);
    expect(interruptions.map(({ name }) => name)).toEqual(['erase']);
  });

  it('passes an abort on', async () => {
    await expect(run([['wait', '{}']], abortWhileItWaits())).rejects.toThrow();
    expect(waiting.at(-1)?.aborted).toBe(true);
  });
});
