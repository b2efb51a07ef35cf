import { describeUnknown, type LLMProvider, type ToolCall, unknownToolMessage } from '@toolwright/contract';
import { type ScriptedCall, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { unpaired } from '../run/collect.test.support.js';
import { type StubTool, stubTools } from './stub-tools.test.support.js';
import type { ToolSource } from './tool-source.js';

async function answersTo(calls: readonly ScriptedCall[], toolRegistry?: ToolSource) {
  const llmClient = scriptedModel([{ toolCalls: calls }, 'done']);
  const result = await new Agent({ llmClient, toolRegistry }).run('go');
  expect(result).toMatchObject({ status: 'completed', finalResponse: 'done', errors: [] });
  expect(unpaired(result.messages)).toEqual([]);
  return result;
}

const contents = (messages: readonly { role: string; content: unknown }[]) =>
  messages.filter((message) => message.role === 'tool').map((message) => message.content);

async function resultOf(tool: StubTool): Promise<unknown> {
  const result = await answersTo([{ name: 'tool' }], stubTools({ tool }));
  return contents(result.messages)[0];
}

// A1
describe('the result of a tool', () => {
  it.each<[string, unknown, string]>([
    ['a text as it is', 'It is "5".', 'It is "5".'],
    ['an empty text as it is', '', ''],
    ['a number as JSON', 5, '5'],
    ['an object as JSON', { a: [1, null] }, '{"a":[1,null]}'],
    ['nothing as null', undefined, 'null'],
  ])('reaches the model: %s', async (_, value, text) => {
    expect(await resultOf(() => value)).toBe(text);
  });

  it('may be large', async () => {
    const large = 'x'.repeat(5_000_000);
    expect(await resultOf(() => large)).toBe(large);
  });

  it('is replaced by an error if it cannot be serialized', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(await resultOf(() => circular)).toMatch(/^Tool error: The result cannot be written as JSON: /);
    expect(await resultOf(() => ({ n: 5n }))).toMatch(/^Tool error: The result cannot be written as JSON: /);
  });
});

// A7
describe('a tool that fails', () => {
  it('is reported to the model, which may try again', async () => {
    let attempts = 0;
    const toolRegistry = stubTools({
      divide: () => {
        if (++attempts === 1) throw new Error('division by zero');
        return 2;
      },
    });
    const llmClient = scriptedModel([
      { toolCalls: [{ name: 'divide', arguments: { by: 0 } }] },
      { toolCalls: [{ name: 'divide', arguments: { by: 1 } }] },
      'Two.',
    ]);
    const agent = new Agent({ llmClient, toolRegistry });
    const result = await agent.run('go');
    expect(contents(result.messages)).toEqual(['Tool error: division by zero', '2']);
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Two.', errors: [] });
    expect(agent.observations().map(({ type, toolName }) => [type, toolName])).toEqual([
      ['error', 'divide'],
      ['tool', 'divide'],
    ]);
  });

  it('may throw a string', async () => {
    const thrown = await resultOf(() => {
      throw 'no network';
    });
    expect(thrown).toBe('Tool error: no network');
  });

  it('because it is unknown gets an error with the available names', async () => {
    const { messages } = await answersTo([{ name: 'forcast' }], stubTools({ forecast: () => 1 }));
    expect(contents(messages)).toEqual([`Tool error: ${unknownToolMessage('forcast', ['forecast'])}`]);
  });

  it('because the agent has no tools gets an error', async () => {
    const { messages } = await answersTo([{ name: 'forecast' }]);
    expect(contents(messages)).toEqual([`Tool error: ${unknownToolMessage('forecast', [])}`]);
  });

  it.each<[string, unknown]>([
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('broken'))],
    ['rejects with a text', async () => Promise.reject('broken')],
    ['gives another error', async () => ({ error: 'broken' })],
  ])('gets an error if its source %s', async (_, execute) => {
    // A source in plain JavaScript can be anything.
    const toolRegistry = { listTools: () => [], execute } as unknown as ToolSource;
    expect(contents((await answersTo([{ name: 'a' }], toolRegistry)).messages)).toEqual([
      'Tool error: broken',
    ]);
  });

  it.each([undefined, null, 'ok'])('gets an error if its source returns %j', async (outcome) => {
    // A source in plain JavaScript can be anything.
    const toolRegistry = { listTools: () => [], execute: async () => outcome } as unknown as ToolSource;
    const { messages } = await answersTo([{ name: 'a' }], toolRegistry);
    expect(contents(messages)).toEqual(['Tool error: The tool returned no outcome.']);
  });
});

// A7
describe('malformed arguments', () => {
  it.each(['{"city": "Oslo"', 'Oslo', '[1]', '"text"', '5'])(
    'cause an error and leave the history valid: %s',
    async (text) => {
      const tools = stubTools({ forecast: () => 1 });
      const { messages, toolCalls } = await answersTo([{ name: 'forecast', arguments: text }], tools);
      expect(tools.executed).toEqual([]);
      expect(contents(messages)).toEqual([`Tool error: Not JSON: ${text}`]);
      expect(messages[1]).toMatchObject({
        tool_calls: [{ function: { name: 'forecast', arguments: '{}' } }],
      });
      expect(toolCalls[0]?.arguments).toBe(text);
    },
  );

  it('do not include empty arguments', async () => {
    const tools = stubTools({ now: () => 1 });
    const { messages } = await answersTo([{ name: 'now', arguments: ' ' }], tools);
    expect(tools.executed).toEqual([{ name: 'now', args: {} }]);
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
  });

  it('do not include a parsed object, which stays unchanged', async () => {
    const text = '{ "__proto__": {"a": 1}, "n": 1.0 }';
    const tools = stubTools({ echo: () => 1 });
    const { messages } = await answersTo([{ name: 'echo', arguments: text }], tools);
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: text } }] });
    expect(Object.hasOwn(Object(tools.executed[0]?.args), '__proto__')).toBe(true);
  });

  it('are suspected in the last call of a truncated reply', async () => {
    const tools = stubTools({ removeAll: () => 'removed', note: () => 'noted' });
    const llmClient = scriptedModel([
      { toolCalls: [{ name: 'note' }, { name: 'removeAll', arguments: '' }], finishReason: 'length' },
      'done',
    ]);
    const result = await new Agent({ llmClient, toolRegistry: tools }).run('go');
    expect(tools.executed.map(({ name }) => name)).toEqual(['note']);
    expect(contents(result.messages)[1]).toMatch(/^Tool error: The reply ends within this call/);
  });
});

describe('impossible names', () => {
  it.each([
    ['get weather!', 'get_weather_'],
    ['', 'unknown'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('cause an error and do not stay in the history: %j', async (name, kept) => {
    const response = toolCallResponse([{ id: 'a', name }]);
    const llmClient: LLMProvider = scriptOf([response, answer('done')]);
    const { messages } = await new Agent({ llmClient, toolRegistry: stubTools({ add: () => 1 }) }).run('go');
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { name: kept } }] });
    expect(contents(messages)[0]).toContain(describeUnknown('Tool', name, []).problem);
  });

  it('stay in the history if a tool has such a name', async () => {
    const { messages } = await answersTo([{ name: 'Weather.now' }], stubTools({ 'Weather.now': () => 1 }));
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { name: 'Weather.now' } }] });
  });
});

describe('ids of calls', () => {
  it('are generated if they are missing, and replaced if they repeat', async () => {
    const llmClient = scriptOf([
      toolCallResponse([
        { id: 'a', name: 'echo', arguments: '{"n":1}' },
        { id: 'a', name: 'echo', arguments: '{"n":2}' },
        { id: '', name: 'echo', arguments: '{"n":3}' },
      ]),
      toolCallResponse([{ id: 'a', name: 'echo', arguments: '{"n":4}' }]),
      answer('done'),
      toolCallResponse([{ id: 'a', name: 'echo', arguments: '{"n":5}' }]),
      answer('done'),
    ]);
    let ids = 0;
    const runtime = { newId: () => `00000000-0000-0000-0000-${String(++ids).padStart(12, '0')}` };
    const agent = new Agent({ llmClient, toolRegistry: stubTools({ echo: ({ n }) => n }), runtime });
    const first = await agent.run('go');
    await agent.run('again');
    expect(first.toolCalls.map(({ callId }) => callId.replace(/0+/, ''))).toEqual([
      'a',
      'call_2',
      'call_3',
      'call_4',
    ]);
    expect(contents(agent.memory)).toEqual(['1', '2', '3', '4', '5']);
    expect(unpaired(agent.memory)).toEqual([]);
    const used = agent.memory.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
    expect(new Set(used).size).toBe(5);
    expect(Math.max(...used.map((id) => id.length))).toBeLessThanOrEqual(40);
  });
});

type Response = Awaited<ReturnType<LLMProvider['generate']>>;

function scriptOf(responses: readonly Response[]): LLMProvider {
  const rest = [...responses];
  return {
    async generate() {
      const response = rest.shift();
      if (response === undefined) throw new Error('The script is over.');
      return response;
    },
  };
}

function toolCallResponse(calls: readonly { id: string; name: string; arguments?: string }[]): Response {
  const toolCalls = calls.map(
    ({ id, name, arguments: text = '{}' }): ToolCall => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    }),
  );
  return { content: null, toolCalls, finishReason: 'tool-calls' };
}

function answer(content: string): Response {
  return { content, toolCalls: [], finishReason: 'stop' };
}
