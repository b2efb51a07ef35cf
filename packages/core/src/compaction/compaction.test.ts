import type { LLMProvider, Message } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect, unpaired } from '../run/collect.test.support.js';
import type { Compaction, CompactionContext } from './compaction.js';
import { dropOldest } from './drop-oldest.js';
import { estimateTokens } from './estimate-tokens.js';
import { summarize } from './summarize.js';

const system: Message = { role: 'system', content: 'Be kind.' };
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const step = (...ids: string[]): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
  },
  ...ids.map((id): Message => ({ role: 'tool', tool_call_id: id, content: `seen ${id}` })),
];
/** Every message counts ten tokens, so that a test can calculate. */
const countTokens = () => 10;
const context: CompactionContext = {
  signal: new AbortController().signal,
  llmClient: { generate: () => Promise.reject(new Error('not asked')) },
  spend: () => {},
};

// B5
describe('dropOldest', () => {
  const drop = (keepTokens: number) => dropOldest({ maxHistoryTokens: 100, keepTokens, countTokens });

  it('drops whole turns, the oldest first', async () => {
    const history = [
      system,
      user('1'),
      assistant('one'),
      user('2'),
      ...step('a'),
      assistant('two'),
      user('3'),
    ];
    expect(await drop(50).compact(history, context)).toEqual([system, ...history.slice(3)]);
    expect(await drop(40).compact(history, context)).toEqual([system, user('3')]);
  });

  it('keeps the question of a long turn and drops its oldest steps', async () => {
    const history = [
      system,
      user('1'),
      assistant('one'),
      user('2'),
      ...step('a', 'b'),
      ...step('c'),
      ...step('d'),
    ];
    expect(await drop(50).compact(history, context)).toEqual([system, user('2'), ...step('c'), ...step('d')]);
    expect(await drop(10).compact(history, context)).toEqual([system, user('2'), ...step('d')]);
  });

  it('is due above the limit, but not if nothing can be dropped', () => {
    const history = [system, user('1'), assistant('one'), user('2')];
    const limited = (maxHistoryTokens: number) => dropOldest({ maxHistoryTokens, countTokens });
    expect(limited(40).isDue(history)).toBe(false);
    expect(limited(39).isDue(history)).toBe(true);
    expect(limited(5).isDue([system, user('1'), ...step('a')])).toBe(false);
    expect(limited(5).isDue([])).toBe(false);
  });

  it('accepts the deprecated name of the limit', () => {
    const history = [system, user('1'), assistant('one'), user('2')];
    expect(dropOldest({ maxTokens: 40, countTokens }).isDue(history)).toBe(false);
    expect(dropOldest({ maxTokens: 39, countTokens }).isDue(history)).toBe(true);
  });

  it.each([
    { maxHistoryTokens: 0 },
    { maxHistoryTokens: Number.NaN },
    { maxHistoryTokens: 5, keepTokens: 6 },
    { maxHistoryTokens: 5, keepTokens: 0 },
  ])('refuses limits that cannot work: %j', (options) => {
    expect(() => dropOldest(options)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    expect(() => summarize(options)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });
});

describe('any history', () => {
  const turn = fc
    .record({ steps: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }), answer: fc.boolean() })
    .map(({ steps, answer }) => ({ steps, answer }));
  const history = fc
    .tuple(fc.boolean(), fc.array(turn, { minLength: 1, maxLength: 6 }))
    .map(([pinned, turns]) => {
      let ids = 0;
      const messages: Message[] = pinned ? [system] : [];
      turns.forEach(({ steps, answer }, index) => {
        messages.push(user(`question ${index}`));
        for (const calls of steps)
          messages.push(...step(...Array.from({ length: calls }, () => `c${ids++}`)));
        if (answer) messages.push(assistant(`answer ${index}`));
      });
      return messages;
    });

  it.each([
    ['dropped', (keepTokens: number) => dropOldest({ maxHistoryTokens: 1_000, keepTokens, countTokens })],
    [
      'summarized',
      (keepTokens: number) =>
        summarize({
          maxHistoryTokens: 1_000,
          keepTokens,
          countTokens,
          llmClient: { generate: async () => whole('It was long.') },
        }),
    ],
  ] as const)(
    'is %s without separating calls from results, and keeps prompt, question and latest step',
    async (way, make) => {
      await fc.assert(
        fc.asyncProperty(history, fc.integer({ min: 10, max: 300 }), async (messages, keepTokens) => {
          const compacted = await make(keepTokens).compact(messages, context);
          expect(unpaired(compacted)).toEqual([]);
          expect(compacted.length).toBeLessThanOrEqual(messages.length + (way === 'summarized' ? 1 : 0));
          if (messages[0] === system) expect(compacted[0]).toBe(system);
          const conversation = compacted.filter((message) => message !== system);
          expect(conversation[0]?.role).toBe('user');
          expect(conversation).toContain(messages.findLast(({ role }) => role === 'user'));
          expect(compacted.at(-1)).toBe(messages.at(-1));
          const kept = compacted.filter((message) => messages.includes(message));
          expect(kept).toEqual(messages.filter((message) => compacted.includes(message)));
        }),
      );
    },
  );
});

describe('summarize', () => {
  const history = [system, user('I am Ada.'), ...step('a'), assistant('Hello Ada.'), user('Who am I?')];
  const options = { maxHistoryTokens: 30, keepTokens: 20, countTokens };

  it('replaces old messages by a summary of all of them', async () => {
    const model = scriptedModel(['The user is Ada.']);
    const compacted = await summarize({ ...options, llmClient: model }).compact(history, context);
    expect(compacted).toEqual([
      system,
      user('Summary of the conversation so far (a note, not a request):\nThe user is Ada.'),
      user('Who am I?'),
    ]);
    const [request] = model.requests;
    for (const text of ['I am Ada.', '[calls look {}]', 'seen a', 'Hello Ada.'])
      expect(request?.input).toContain(text);
    expect(request?.input).not.toContain('Who am I?');
    expect(request?.tools).toEqual([]);
  });

  it('accepts instructions, and shortens very long messages', async () => {
    const model = scriptedModel(['x']);
    const long = [user(`begin ${'x'.repeat(100_000)} end`), assistant('ok'), user('Next')];
    await summarize({ ...options, llmClient: model, instructions: 'In French.' }).compact(long, context);
    expect(model.requests[0]?.messages[0]?.content).toBe('In French.');
    expect(model.requests[0]?.input.length).toBeLessThan(5_000);
    expect(model.requests[0]?.input).toMatch(/begin x.* x+ end/s);
  });

  it('includes an earlier summary in the next one, but never summarizes it alone', async () => {
    const model = scriptedModel(['Ada.', 'Ada, again.']);
    const strategy = summarize({ ...options, llmClient: model });
    const once = await strategy.compact(history, context);
    expect(strategy.isDue([...once, ...step('b')])).toBe(false);
    const twice = await strategy.compact([...once, assistant('You are Ada.'), user('Sure?')], context);
    expect(model.requests[1]?.input).toContain('Ada.');
    expect(twice.filter(({ content }) => String(content).startsWith('Summary'))).toHaveLength(1);
  });

  it.each([
    ['fails', { error: new Error('overloaded') }, 'overloaded'],
    ['says nothing', { text: ' ' }, 'The model returned no complete summary'],
    ['is cut off', { text: 'The user', finishReason: 'length' }, 'The model returned no complete summary'],
  ] as const)('leaves the history unchanged if the model %s', async (_, reply, reason) => {
    const compaction = summarize({ ...options, llmClient: scriptedModel([reply]) });
    const agent = new Agent({ llmClient: scriptedModel(['Ada.']), memory: history.slice(0, -1), compaction });
    const stream = agent.runStream('Who am I?');
    const events = await collect(stream);
    expect(events.find(({ type }) => type === 'warning')).toMatchObject({
      message: expect.stringContaining(`The history was not compacted: ${reason}`),
    });
    expect(await stream.result).toMatchObject({ status: 'completed', finalResponse: 'Ada.' });
    expect(agent.memory).toHaveLength(7);
  });
});

describe('an agent with a compaction', () => {
  const look: ScriptStep = { toolCalls: [{ name: 'look' }] };

  function agentFor(steps: readonly ScriptStep[], compaction: Compaction, config: Partial<AgentConfig> = {}) {
    const llmClient = scriptedModel(steps);
    const toolRegistry = stubTools({ look: () => 'seen' });
    return { llmClient, agent: new Agent({ llmClient, toolRegistry, compaction, ...config }) };
  }

  it('sends fewer messages, keeps its memory short, and reports it', async () => {
    const { agent, llmClient } = agentFor(
      [look, look, look, look, 'Seen.'],
      dropOldest({ maxHistoryTokens: 60, keepTokens: 30, countTokens }),
    );
    const stream = agent.runStream('Look around.');
    const events = await collect(stream);
    expect(llmClient.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 5, 3, 5]);
    expect(events.filter(({ type }) => type === 'history-compact')).toEqual([
      { type: 'history-compact', before: 7, after: 3 },
    ]);
    expect((await stream.result).messages).toHaveLength(10);
    expect(agent.memory).toHaveLength(6);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it('remembers the summary instead of the messages in it', async () => {
    const helper = scriptedModel(['The user is Ada.']);
    const compaction = summarize({ maxHistoryTokens: 40, keepTokens: 20, countTokens, llmClient: helper });
    const { agent, llmClient } = agentFor(['Hello.', 'Nice.', 'Ada.'], compaction);
    await agent.run('I am Ada.');
    await agent.run('I like trees.');
    await agent.run('Who am I?');
    expect(llmClient.requests[2]?.messages.map(({ content }) => content)).toEqual([
      'Summary of the conversation so far (a note, not a request):\nThe user is Ada.',
      'Who am I?',
    ]);
    expect(agent.memory).toHaveLength(3);
    helper.assertDone();
  });

  it('loses no message of concurrent runs', async () => {
    const compaction = dropOldest({ maxHistoryTokens: 20, keepTokens: 10, countTokens });
    const llmClient = scriptedModel.byInput((input) => [`answer to ${input}`]);
    const agent = new Agent({
      llmClient,
      compaction,
      memory: [user('0'), assistant('zero'), user('1'), assistant('one')],
    });
    await Promise.all([agent.run('a'), agent.run('b')]);
    const contents = agent.memory.map(({ content }) => content);
    for (const text of ['a', 'answer to a', 'b', 'answer to b']) expect(contents).toContain(text);
  });

  it('counts summaries toward the budget of the run', async () => {
    const usage = { inputTokens: 50, outputTokens: 10 };
    const helper = scriptedModel([{ text: 'Short.', usage }], { model: 'cheap' });
    const priced: (string | undefined)[] = [];
    const { agent } = agentFor(
      [{ text: 'x', usage }],
      summarize({ maxHistoryTokens: 20, keepTokens: 10, countTokens, llmClient: helper }),
      {
        memory: [user('0'), assistant('zero')],
        price: (_, { model }) => priced.push(model) && 1,
      },
    );
    expect(await agent.run('go')).toMatchObject({ usage: { inputTokens: 100, outputTokens: 20 }, cost: 2 });
    expect(priced).toEqual(['cheap', 'scripted']);
  });

  // H8
  it('reports nothing if the compaction changed nothing', async () => {
    const idle: Compaction = { isDue: () => true, compact: (messages) => messages };
    const { agent } = agentFor(['Hi.'], idle);
    expect((await collect(agent.runStream('Hi'))).map(({ type }) => type)).not.toContain('history-compact');
  });

  // H8
  it('reports a cut at the number of messages as well', async () => {
    const memory = Array.from({ length: 60 }, (_, at) => user(`${at}`));
    const compaction = dropOldest({ maxHistoryTokens: 100, keepTokens: 50, countTokens });
    const { agent } = agentFor(['Hi.'], compaction, { memory, maxHistory: 50 });
    const events = await collect(agent.runStream('Hi'));
    expect(events.filter(({ type }) => type === 'history-compact')).toEqual([
      { type: 'history-compact', before: 60, after: 35 },
      { type: 'history-compact', before: 36, after: 5 },
    ]);
  });

  it('can be aborted during a summary', async () => {
    const controller = new AbortController();
    const hanging: LLMProvider = {
      generate: () => {
        setImmediate(() => controller.abort());
        return new Promise(() => {});
      },
    };
    const memory = [user('0'), assistant('zero')];
    const { agent } = agentFor(
      [],
      summarize({ maxHistoryTokens: 20, keepTokens: 10, countTokens, llmClient: hanging }),
      { memory },
    );
    expect(await agent.run('go', { signal: controller.signal })).toMatchObject({ status: 'aborted' });
    expect(agent.memory.slice(0, 2)).toEqual(memory);
  });

  it('requires the methods of a compaction', () => {
    // Configurations from plain JavaScript can be anything.
    const compaction = { isDue: () => true } as unknown as Compaction;
    expect(() => agentFor([], compaction)).toThrow("'compaction' has no method 'compact'.");
  });
});

it('an estimate grows with text, calls and images, and is higher for scripts other than Latin', () => {
  const short = estimateTokens(user('x'.repeat(40)));
  expect(short).toBe(14);
  expect(estimateTokens(user('語'.repeat(40)))).toBeGreaterThan(2 * short);
  expect(
    estimateTokens({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'https://x.test/a.png' } }],
    }),
  ).toBeGreaterThan(500);
  const [call] = step('a');
  expect(call && estimateTokens(call)).toBeGreaterThan(4);
});

function whole(content: string) {
  return { content, toolCalls: [], finishReason: 'stop' } as const;
}
