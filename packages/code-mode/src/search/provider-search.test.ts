import { Agent } from '@toolwright/core';
import { createClient } from '@toolwright/llm';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { message } from '../../../llm/src/providers/anthropic/events.test.support.js';
import {
  functionCall,
  responseOf,
  message as said,
} from '../../../llm/src/providers/openai/responses/events.test.support.js';
import { sendJson, sharedRawServer } from '../../../llm/src/testing/raw-server.test.support.js';
import { type ToolSearchOptions, toolSearch } from './tool-search.js';

const server = sharedRawServer();

const tools = (count = 3, options: ToolSearchOptions = { always: ['tool0'] }) => {
  const registry = new ToolRegistry();
  for (let n = 0; n < count; n++)
    registry.register(
      new FunctionTool({
        name: `tool${n}`,
        description: `Does ${n}.`,
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        fn: () => `did ${n}`,
      }),
    );
  return toolSearch(registry, options);
};

/** Answers the requests of a run with these bodies. */
async function run(
  config: Partial<Parameters<typeof createClient>[0]>,
  bodies: readonly object[],
  toolRegistry = tools(),
) {
  server.respond((response, _, index) => sendJson(response, JSON.stringify(bodies[index])));
  const llmClient = createClient({
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    baseUrl: server.url,
    apiKey: 'k',
    retries: 0,
    ...config,
  } as Parameters<typeof createClient>[0]);
  const result = await new Agent({ llmClient, toolRegistry }).run('go');
  return {
    result,
    bodies: server.requests.map(({ body }) => body as Readonly<Record<string, readonly never[]>>),
  };
}

const namesOf = (
  list: readonly { readonly name?: string; readonly type?: string; readonly defer_loading?: boolean }[],
) => list.map(({ name, type, defer_loading: deferred }) => [name ?? type, deferred === true]);

// J7
describe('the search of a provider', () => {
  it('is used at Anthropic: tools are deferred, and what it found is sent back', async () => {
    const found = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: { query: 'two' } },
      {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: {
          type: 'tool_search_tool_search_result',
          tool_references: [{ type: 'tool_reference', tool_name: 'tool2' }],
        },
      },
    ];
    const call = { type: 'tool_use', id: 'toolu_1', name: 'tool2', input: {} };
    const { result, bodies } = await run({ capabilities: { deferredTools: 10_000 } }, [
      message([...found, call], 'tool_use'),
      message([{ type: 'text', text: 'done' }]),
    ]);
    expect([result.finalResponse, result.warnings]).toEqual(['done', []]);
    expect(result.toolCalls.map(({ name, outcome }) => [name, outcome.result])).toEqual([['tool2', 'did 2']]);
    expect(namesOf(bodies[0]?.tools ?? [])).toEqual([
      ['tool0', false],
      ['tool1', true],
      ['tool2', true],
      ['tool_search_tool_bm25', false],
    ]);
    // The prompt's beginning is the same, so that it stays cached. Deferred tools must not end a cached part.
    expect(bodies[1]?.tools).toEqual(bodies[0]?.tools);
    const marked = (bodies[0]?.tools ?? []).filter((tool: object) => 'cache_control' in tool);
    expect(marked).toEqual([expect.objectContaining({ name: 'tool_search_tool_bm25' })]);
    expect(bodies[1]?.messages?.[1]).toMatchObject({ content: [...found, call] });
  });

  it("is used in OpenAI's responses API", async () => {
    const found = [
      { type: 'tool_search_call', id: 'ts_1', status: 'completed', execution: 'server', arguments: {} },
      { type: 'tool_search_output', id: 'ts_2', status: 'completed', execution: 'server', tools: [] },
    ];
    const config = { provider: 'openai', model: 'gpt-5.4', api: 'responses' } as const;
    const { result, bodies } = await run({ ...config, capabilities: { deferredTools: 100 } }, [
      responseOf([...found, functionCall('c1', 'tool2', '{}')]),
      responseOf([said('done')]),
    ]);
    expect([result.finalResponse, result.warnings]).toEqual(['done', []]);
    expect(namesOf(bodies[0]?.tools ?? [])).toEqual([
      ['tool0', false],
      ['tool1', true],
      ['tool2', true],
      ['tool_search', false],
    ]);
    expect(bodies[1]?.input).toEqual(
      expect.arrayContaining(found.map((item) => expect.objectContaining(item))),
    );
  });

  it.each([
    ['the model does not defer tools', {}, tools()],
    ['there are too many tools', { capabilities: { deferredTools: 2 } }, tools(4)],
    [
      'it is turned off',
      { capabilities: { deferredTools: 100 } },
      tools(3, { always: ['tool0'], providerSearch: false }),
    ],
  ] as const)('is not used if %s', async (_, config, toolRegistry) => {
    const { bodies } = await run(config, [message([{ type: 'text', text: 'done' }])], toolRegistry);
    expect(namesOf(bodies[0]?.tools ?? [])).toEqual([
      ['tool0', false],
      ['searchTools', false],
    ]);
  });
});
