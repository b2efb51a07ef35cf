import { type AgentEvent, type LLMDelta, type LLMProvider, unknownToolMessage } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import fc from 'fast-check';
import { Agent } from '../../agent/agent.js';
import type { AgentConfig } from '../../agent/agent-config.js';
import { BEGUN, CUT, parameters, registry, SENTENCE } from '../../calls/early/wrong-call.test.support.js';
import { stubTools } from '../../calls/stub-tools.test.support.js';
import { toUIStream } from '../../ui/to-ui-stream.js';
import { collect } from '../collect.test.support.js';

const REST = ['many ', 'words"}'];
const usage = { inputTokens: 100, outputTokens: 10 };

type Pieces = readonly (LLMDelta | 'later')[];

const piece = (text: string, index = 0): LLMDelta => ({ type: 'tool-call-delta', index, arguments: text });
const named = (name: string, index = 0): LLMDelta => ({
  type: 'tool-call-delta',
  index,
  id: `c${index}`,
  name,
});
const end: Pieces = [
  { type: 'usage', usage },
  { type: 'finish', finishReason: 'tool-calls' },
];
const done: Pieces = [
  { type: 'text-delta', text: 'Done.' },
  { type: 'usage', usage },
  { type: 'finish', finishReason: 'stop' },
];
const begun = [named('write'), ...BEGUN.map((text) => piece(text))];
const rest = REST.map((text) => piece(text));
const slow: Pieces = [...begun, 'later', ...rest, ...end];

/** A model that writes some pieces only when all that came before has been read. */
function writing(...replies: readonly Pieces[]): LLMProvider & { readonly ended: string[] } {
  const waiting = [...replies, done];
  const ended: string[] = [];
  return {
    ended,
    generate: () => Promise.reject(new Error('It streams.')),
    async *stream(_messages, _tools, options) {
      let how = 'left';
      try {
        for (const one of waiting.shift() ?? []) {
          if (one !== 'later') yield one;
          else for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          if (options?.signal?.aborted) return;
        }
        how = 'read';
      } finally {
        ended.push(how);
      }
    },
  };
}

async function run(llmClient: LLMProvider, config: Partial<AgentConfig> = {}) {
  const agent = new Agent({ llmClient, toolRegistry: registry, ...config });
  const events: AgentEvent[] = await collect(agent.runStream('Write.'));
  const last = events.at(-1);
  if (last?.type !== 'run-end') throw new Error('The run has no end.');
  return { events, result: last.result };
}

// H5
describe('a streamed call that can no longer be valid', () => {
  it('is recorded as far as it was written, with the refusal of the complete call', async () => {
    const { result, events } = await run(writing(slow));
    expect(result.toolCalls).toEqual([
      {
        callId: 'c0',
        name: 'write',
        arguments: CUT,
        outcome: { result: null, error: SENTENCE },
        durationMs: expect.any(Number),
        early: true,
        byRun: true,
      },
    ]);
    const [call] = (await run(writing(slow), { earlyRefusal: 'off' })).result.toolCalls;
    expect(call).toMatchObject({ outcome: { error: SENTENCE }, arguments: [...BEGUN, ...REST].join('') });
    expect(result.messages[1]).toMatchObject({
      role: 'assistant',
      tool_calls: [{ id: 'c0', function: { name: 'write', arguments: CUT } }],
    });
    expect(result.messages[2]).toMatchObject({ role: 'tool', content: `Tool error: ${SENTENCE}` });
    expect(events.flatMap((event) => (event.type === 'warning' ? [event.message] : []))).toEqual([
      'The reply was aborted within a call that could not become valid. The usage of this request is unknown.',
    ]);
    // One request of two.
    expect(result.usage).toMatchObject(usage);
    expect(result.cost).toBeUndefined();
  });

  it('ends the stream, also one that ignores the signal', async () => {
    const model = writing(slow);
    await run(model);
    while (model.ended.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(model.ended).toEqual(['read', 'left']);
    const deaf: LLMProvider = {
      generate: model.generate,
      stream: (messages, tools, options) =>
        (messages.length > 1 ? writing().stream?.(messages, tools, options) : hanging()) as never,
    };
    async function* hanging(): AsyncGenerator<LLMDelta> {
      yield* begun;
      await new Promise(() => {});
    }
    expect((await run(deaf)).result).toMatchObject({ status: 'completed', toolCalls: [{ early: true }] });
  });

  it('is read to its end if that has come already', async () => {
    const { result } = await run(writing([...begun, ...rest, ...end]));
    expect(result.toolCalls[0]).not.toHaveProperty('early');
    expect(result.usage).toMatchObject({ inputTokens: 200, outputTokens: 20 });
  });

  it('is sent back without arguments if they are not JSON', async () => {
    const long = 'more '.repeat(500);
    const pieces: Pieces = [
      named('write'),
      piece(`{"mode":"a",}`),
      piece(long),
      'later',
      piece(long),
      ...end,
    ];
    const { result } = await run(writing(pieces));
    expect(result.toolCalls).toMatchObject([{ early: true, arguments: `{"mode":"a",}${long}` }]);
    expect(result.toolCalls[0]?.outcome.error).toMatch(/^The arguments are not valid JSON: /);
    expect(result.messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
  });

  it('is refused in the same words however its text is cut and delayed', async () => {
    const text = [...BEGUN, ...REST].join('');
    const early = new Set<boolean>();
    const property = fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
      const ends = [...new Set([...cuts, text.length])].sort((a, b) => a - b);
      const pieces = ends.flatMap((end, at) => [piece(text.slice(ends[at - 1] ?? 0, end)), 'later' as const]);
      const { result } = await run(writing([named('write'), ...pieces, ...end]));
      const [call] = result.toolCalls;
      early.add(call?.early === true);
      expect(call).toMatchObject({ arguments: call?.early ? CUT : text, outcome: { error: SENTENCE } });
      expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
      expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    });
    await fc.assert(property, { numRuns: 300 });
    expect(early.size).toBe(2);
  });

  it('keeps the text before it', async () => {
    const { result } = await run(writing([{ type: 'text-delta', text: 'I write.' }, ...slow]));
    expect(result.messages[1]).toMatchObject({ content: 'I write.', tool_calls: [{ id: 'c0' }] });
  });

  it.each<[string, string, Partial<AgentConfig>, string]>([
    ['does not exist', 'wrote', {}, unknownToolMessage('wrote', ['write'])],
    [
      'does not exist, without tools of this source',
      'wrote',
      { toolRegistry: stubTools({ look: () => 1 }) },
      '',
    ],
    [
      'is not offered in this step',
      'write',
      { policies: [{ name: 'none', beforeModel: (request) => ({ change: { ...request, tools: [] } }) }] },
      "The tool 'write' is not available in this step. Answer without tools.",
    ],
  ])('may be of a tool that %s', async (_, name, config, sentence) => {
    const pieces: Pieces = [named(name), piece('{"content"'), 'later', piece(':"…"}'), ...end];
    const { result } = await run(writing(pieces), config);
    const [call] = result.toolCalls;
    expect(call?.outcome.error).toContain(sentence);
    expect(call?.early).toBe(sentence === '' ? undefined : true);
    if (sentence !== '') expect(call).toMatchObject({ arguments: '{}', outcome: { error: sentence } });
  });

  it('counts for the limit of tool calls', async () => {
    const { result } = await run(writing(slow, slow), { budget: { toolCalls: 1 } });
    expect(result.toolCalls.map(({ early, outcome }) => [early, outcome.error])).toEqual([
      [true, SENTENCE],
      [undefined, 'This call was not executed: the tool call limit has been reached.'],
    ]);
  });

  it('is shown as refused by UI streams', async () => {
    const agent = new Agent({ llmClient: writing(slow), toolRegistry: registry });
    const chunks: string[] = [];
    const text = toUIStream(agent.runStream('Write.'), 'ai-sdk', { runId: 'r', showError: (error) => error });
    for await (const chunk of text.pipeThrough(new TextDecoderStream())) chunks.push(chunk);
    const shown = chunks.join('');
    expect(shown).toContain(`"input":${CUT}`);
    expect(shown).toContain(
      `"type":"tool-output-error","toolCallId":"c0","errorText":${JSON.stringify(SENTENCE)}`,
    );
  });

  it.each<[string, Partial<AgentConfig>]>([
    ['it is switched off', { earlyRefusal: 'off' }],
    ['the cost counts', { price: () => 1 }],
    ['tokens are limited', { budget: { tokens: 10_000 } }],
    [
      'the cost is limited, even where it is asked for',
      { budget: { cost: 5 }, price: () => 1, earlyRefusal: 'abort' },
    ],
    ['calls are deduplicated', { dedupe: 'per-run' }],
    ['a policy sees calls', { policies: [{ name: 'p', beforeTool: () => undefined }] }],
    ['a policy sees results', { policies: [{ name: 'p', afterTool: () => undefined }] }],
    ['a policy sees replies', { policies: [{ name: 'p', streaming: 'show', afterModel: () => undefined }] }],
    ['a policy cleans errors', { policies: [{ name: 'p', cleanText: (text) => text }] }],
    ['the run is recorded', { runtime: { wrapClient: (client) => client } }],
    ['a person is asked about the tool', { toolRegistry: new ToolRegistry().register(guarded()) }],
  ])('is complete before it is refused if %s', async (_, config) => {
    const model = writing(slow);
    await run(model, config);
    expect(model.ended[0]).toBe('read');
  });

  it('is complete before it is refused if the reply has other calls', async () => {
    for (const pieces of [
      [...begun, named('write', 1), 'later', ...end],
      [
        named('write'),
        piece('{"mode":"append","content":"a"}'),
        named('write', 1),
        ...BEGUN.map((text) => piece(text, 1)),
        'later',
        ...end,
      ],
    ] satisfies Pieces[]) {
      const model = writing(pieces);
      const { result } = await run(model);
      expect(model.ended[0]).toBe('read');
      expect(result.toolCalls).toHaveLength(2);
    }
  });

  it('is complete before it is refused if the reply has reasoning, which is signed at its end', async () => {
    const model = writing([{ type: 'reasoning-delta', text: 'Hm.' }, ...slow]);
    await run(model);
    expect(model.ended[0]).toBe('read');
  });

  it('follows the option of the run', async () => {
    const agent = new Agent({ llmClient: writing(slow), toolRegistry: registry, price: () => 1 });
    const { result } = agent.runStream('Write.', { earlyRefusal: 'abort' });
    expect((await result).toolCalls[0]).toMatchObject({ early: true });
    const wrong = { earlyRefusal: 'answer' } as never; // as plain JavaScript may do
    await expect(agent.run('Write.', wrong)).rejects.toThrow("'earlyRefusal' is 'answer'.");
  });
});

function guarded(): FunctionTool {
  return new FunctionTool({
    name: 'write',
    description: 'Writes.',
    parameters,
    annotations: { needsApproval: true },
    fn: () => 1,
  });
}
