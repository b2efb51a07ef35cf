import { setImmediate as turn } from 'node:timers/promises';
import type { LLMDelta, LLMProvider, Message } from '@toolwright/contract';
import { assemble } from '../reply/stream-assembler.js';
import { scriptedModel } from './scripted-model.js';

const ask = (content: string): readonly Message[] => [{ role: 'user', content }];

/** Both ways to ask, which must agree. */
const ways = [
  [
    'generate',
    (model: LLMProvider, messages: readonly Message[], signal?: AbortSignal) =>
      model.generate(messages, [], { signal }),
  ],
  [
    'stream',
    (model: LLMProvider, messages: readonly Message[], signal?: AbortSignal) =>
      assemble(model.stream?.(messages, [], { signal }) ?? []),
  ],
] as const;

describe.each(ways)('scriptedModel by %s', (_way, request) => {
  it('returns its steps in order: text, calls, a function of the request, usage', async () => {
    const usage = { inputTokens: 3, outputTokens: 2 };
    const model = scriptedModel([
      'Hello  there. ',
      { text: 'Looking.', toolCalls: [{ name: 'find', arguments: { q: 'x' } }, { name: 'list' }] },
      ({ input, index }) => `${index}: ${input}`,
      { reasoning: 'Hm hm.', text: 'Done', usage, finishReason: 'length' },
    ]);
    expect(await request(model, ask('a'))).toEqual({
      content: 'Hello  there. ',
      toolCalls: [],
      finishReason: 'stop',
    });
    expect(await request(model, ask('b'))).toEqual({
      content: 'Looking.',
      toolCalls: [
        { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"q":"x"}' } },
        { id: 'call_2', type: 'function', function: { name: 'list', arguments: '{}' } },
      ],
      finishReason: 'tool-calls',
    });
    expect((await request(model, ask('c'))).content).toBe('2: c');
    expect(await request(model, ask('d'))).toEqual({
      content: 'Done',
      toolCalls: [],
      finishReason: 'length',
      usage,
      reasoning: 'Hm hm.',
    });
    model.assertDone();
  });

  it('records each request as it was at the time', async () => {
    const model = scriptedModel(['one', 'two']);
    const history = [...ask('first')];
    await request(model, history);
    history.push(...ask('second'));
    await request(model, history);
    expect(model.requests.map(({ messages, input }) => [messages.length, input])).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
    expect(model.requests[1]?.messages[0]).toBe(history[0]);
  });

  it('throws errors, also after some deltas', async () => {
    const model = scriptedModel([
      { error: new Error('down') },
      { deltas: [{ type: 'text-delta', text: 'Half' }], error: new Error('cut') },
    ]);
    await expect(request(model, ask('a'))).rejects.toThrow('down');
    await expect(request(model, ask('b'))).rejects.toThrow('cut');
  });

  it('sends raw deltas unchanged, so that a stream can be interrupted', async () => {
    const model = scriptedModel([
      { deltas: [{ type: 'text-delta', text: 'Half' }] },
      {
        deltas: [
          { type: 'text-delta', text: 'Whole' },
          { type: 'finish', finishReason: 'stop' },
        ],
      },
    ]);
    await expect(request(model, ask('a'))).rejects.toMatchObject({ code: 'STREAM_CUT' });
    expect((await request(model, ask('b'))).content).toBe('Whole');
  });

  it('can be slow, and can be aborted', async () => {
    const model = scriptedModel([
      { text: 'late', delayMs: 20 },
      { text: 'never', delayMs: 60_000 },
    ]);
    const started = performance.now();
    expect((await request(model, ask('a'))).content).toBe('late');
    expect(performance.now() - started).toBeGreaterThan(15);
    const controller = new AbortController();
    const work = request(model, ask('b'), controller.signal);
    while (model.requests.length < 2) await turn();
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(request(model, ask('c'), AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
    expect(model.requests).toHaveLength(2);
  });

  it('rejects a request without a step, and quotes it', async () => {
    const model = scriptedModel(['only']);
    await request(model, ask('a'));
    await expect(request(model, ask('and now?'))).rejects.toMatchObject({
      code: 'SCRIPT_MISMATCH',
      blame: 'developer',
      message: expect.stringContaining('user: and now?'),
    });
    expect(() => model.assertDone()).toThrow('No step for');
  });

  it('gives each run its own answers when a hundred run at once', async () => {
    const model = scriptedModel.byInput((input) => [
      { toolCalls: [{ name: 'find', arguments: { input } }], delayMs: Number(input) % 7 },
      `answer ${input}`,
    ]);
    await Promise.all(
      Array.from({ length: 100 }, async (_item, run) => {
        const first = await request(model, ask(String(run)));
        expect(first.toolCalls[0]?.function.arguments).toBe(`{"input":"${run}"}`);
        const history: readonly Message[] = [
          ...ask(String(run)),
          { role: 'assistant', content: null, tool_calls: first.toolCalls },
          { role: 'tool', tool_call_id: first.toolCalls[0]?.id ?? '', content: 'found' },
        ];
        expect((await request(model, history)).content).toBe(`answer ${run}`);
      }),
    );
    model.assertDone();
    await expect(
      request(model, [...ask('x'), ...[1, 2].map(() => ({ role: 'assistant', content: '' }) as const)]),
    ).rejects.toMatchObject({ code: 'SCRIPT_MISMATCH' });
  });
});

describe('scriptedModel', () => {
  it('fails on steps that were not used', () => {
    expect(() => scriptedModel(['a', { text: 'b' }, () => 'c']).assertDone()).toThrow(
      expect.objectContaining({
        code: 'SCRIPT_MISMATCH',
        message: 'Never used: a\nNever used: {"text":"b"}\nNever used: a function',
      }),
    );
  });

  it('shows the pattern of a step that was not used', () => {
    const steps = [
      { text: 'a', when: /Oslo$/i },
      { text: 'b', when: () => true },
    ];
    expect(() => scriptedModel(steps).assertDone()).toThrow(
      'Never used: {"text":"a","when":"/Oslo$/i"}\nNever used: {"text":"b","when":"a function"}',
    );
  });

  it('chooses steps by what they match', async () => {
    const model = scriptedModel([
      { text: 'one', when: 'first' },
      { text: 'two', when: /second$/ },
      { text: 'three', when: ({ messages }) => messages.length === 1 },
    ]);
    expect((await model.generate(ask('the second'))).content).toBe('two');
    expect((await model.generate(ask('the first'))).content).toBe('one');
    expect((await model.generate(ask('any'))).content).toBe('three');
    model.assertDone();
  });

  it('streams text and arguments in pieces', async () => {
    const model = scriptedModel([
      { text: 'one two', toolCalls: [{ name: 'f', arguments: '{"a":1}', id: 'x' }] },
    ]);
    const deltas: LLMDelta[] = [];
    for await (const delta of model.stream(ask('a'))) deltas.push(delta);
    expect(deltas).toEqual([
      { type: 'text-delta', text: 'one' },
      { type: 'text-delta', text: ' two' },
      { type: 'tool-call-delta', index: 0, id: 'x', name: 'f', arguments: '' },
      { type: 'tool-call-delta', index: 0, arguments: '{"a"' },
      { type: 'tool-call-delta', index: 0, arguments: ':1}' },
      { type: 'finish', finishReason: 'tool-calls' },
    ]);
  });
});
