import type { LLMDelta, LLMResponse } from '@toolwright/contract';
import * as fc from 'fast-check';
import { AttemptGuard } from '../client/attempt-guard.js';
import { ChunkDecoder } from '../providers/openai/decode-chunk.js';
import { chunk, event } from '../testing/raw-server.test.support.js';
import { streamBatches } from './batched-stream.js';
import { serverSentEvents } from './framing.js';
import { ReplyStream } from './reply-stream.js';
import { assemble } from './stream-assembler.js';

/** A stream of these bytes in these pieces. */
function read(pieces: readonly Uint8Array[]): AsyncIterableIterator<LLMDelta, undefined> {
  const guard = new AttemptGuard({
    signal: undefined,
    now: () => performance.now(),
    deadline: Number.POSITIVE_INFINITY,
    totalMs: Number.POSITIVE_INFINITY,
    firstChunkMs: 10_000,
    idleMs: 10_000,
    redact: (text) => text,
  });
  // Time does not matter here.
  guard.release();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return streamBatches(
    async () => new ReplyStream(body.getReader(), guard, new ChunkDecoder(), serverSentEvents),
  );
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const points = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...points].map((start, position) => bytes.slice(start, points[position] ?? bytes.length));
}

const encode = (text: string) => new TextEncoder().encode(text);
const lineBreak = fc.constantFrom('\n', '\r\n');
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });

/** A random reply: text in pieces, reasoning, and calls with arguments in pieces. */
const said = fc.record({
  texts: fc.array(text, { maxLength: 6 }),
  reasoning: fc.array(text, { maxLength: 3 }),
  calls: fc.array(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), pieces: fc.array(text, { maxLength: 4 }) }),
    { maxLength: 3 },
  ),
  usage: fc.option(fc.record({ prompt_tokens: fc.nat(), completion_tokens: fc.nat() })),
});
type Said = typeof said extends fc.Arbitrary<infer Value> ? Value : never;

function toWire({ texts, reasoning, calls, usage }: Said): string {
  const deltas: object[] = [
    ...reasoning.map((reasoning_content) => ({ reasoning_content })),
    ...texts.map((content) => ({ content })),
    ...calls.flatMap(({ name, pieces }, index) => [
      { tool_calls: [{ index, id: `id${index}`, type: 'function', function: { name, arguments: '' } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ];
  const events = [
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
  ];
  if (usage) events.push({ choices: [], usage });
  return [...events, '[DONE]'].map(event).join('');
}

function toResponse({ texts, reasoning, calls, usage }: Said): LLMResponse {
  const content = texts.join('');
  const thought = reasoning.join('');
  return {
    content: content === '' ? null : content,
    toolCalls: calls.map(({ name, pieces }, index) => ({
      id: `id${index}`,
      type: 'function',
      function: { name, arguments: pieces.join('').trim() === '' ? '{}' : pieces.join('') },
    })),
    finishReason: calls.length > 0 ? 'tool-calls' : 'stop',
    ...(usage && { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }),
    ...(thought !== '' && { reasoning: thought }),
  };
}

describe('CompletionStream', () => {
  // A13
  it('gives the same message for any chunking of the same bytes, also within characters and line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(
        said,
        fc.array(fc.nat(), { maxLength: 40 }),
        lineBreak,
        async (words, cuts, newline) => {
          const bytes = encode(toWire(words).replaceAll('\n', newline));
          expect(await assemble(read(split(bytes, cuts)))).toEqual(toResponse(words));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gives the same deltas byte by byte', async () => {
    const bytes = encode(
      toWire({ texts: ['Grüße', ' 👩‍👩‍👧 '], reasoning: ['…'], calls: [], usage: null }).replaceAll(
        '\n',
        '\r\n',
      ),
    );
    const deltas: LLMDelta[] = [];
    for await (const delta of read([...bytes].map((byte) => Uint8Array.of(byte)))) deltas.push(delta);
    expect(deltas).toEqual([
      { type: 'reasoning-delta', text: '…' },
      { type: 'text-delta', text: 'Grüße' },
      { type: 'text-delta', text: ' 👩‍👩‍👧 ' },
      { type: 'finish', finishReason: 'stop' },
    ]);
  });

  it('is interrupted if it ends before the finish reason', async () => {
    const whole = toWire({ texts: ['One', 'Two'], reasoning: [], calls: [], usage: null });
    const bytes = encode(whole);
    const end = encode(whole.slice(0, whole.indexOf('"stop"'))).length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: end }), async (length) => {
        await expect(assemble(read([bytes.slice(0, length)]))).rejects.toMatchObject({ code: 'STREAM_CUT' });
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, string]>([
    ['no [DONE]', event(chunk({ content: 'Hi' })) + event(chunk({}, 'stop'))],
    ['no finish reason, but [DONE]', event(chunk({ content: 'Hi' })) + event('[DONE]')],
    ['no last line break', `${event(chunk({ content: 'Hi' }))}data: ${JSON.stringify(chunk({}, 'stop'))}`],
    ['comments', `: hello\n\n${event(chunk({ content: 'Hi' }))}: ping\n\n${event(chunk({}, 'stop'))}`],
    ['a byte order mark', `\uFEFF${event(chunk({ content: 'Hi' }, 'stop'))}`],
    [
      'other fields and no space',
      `id: 1\nevent: x\ndata:${JSON.stringify(chunk({ content: 'Hi' }, 'stop'))}\n\n`,
    ],
    ['something after [DONE]', `${event(chunk({ content: 'Hi' }, 'stop')) + event('[DONE]')}data: oops\n\n`],
    [
      'a second choice',
      event({
        choices: [
          { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' },
          { index: 1, delta: { content: 'Ho' } },
        ],
      }),
    ],
    [
      'chunks without choices',
      event({ choices: [], prompt_filter_results: [] }) + event(chunk({ content: 'Hi' }, 'stop')),
    ],
    [
      'content in parts',
      event(chunk({ content: [{ type: 'text', text: 'Hi' }, { type: 'thinking' }] }, 'stop')),
    ],
  ])('accepts %s', async (_name, wire) => {
    expect(await assemble(read([encode(wire)]))).toEqual({
      content: 'Hi',
      toolCalls: [],
      finishReason: 'stop',
    });
  });

  it.each<[string, string]>([
    ['function_call', 'tool-calls'],
    ['content_filter', 'content-filter'],
    ['something new', 'other'],
  ])('names the finish reason %s %s', async (wire, reason) => {
    expect((await assemble(read([encode(event(chunk({ content: 'x' }, wire)))]))).finishReason).toBe(reason);
  });

  it.each(['data: {"a":\n\n', 'data: null\n\n', 'data: "text"\n\n', 'data: {"object":"list"}\n\n'])(
    'refuses %j',
    async (wire) => {
      await expect(assemble(read([encode(wire)]))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    },
  );

  it('refuses an event without end', async () => {
    const endless = encode(`data: ${'a'.repeat(17 * 1024 * 1024)}`);
    await expect(assemble(read([endless]))).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('too long'),
    });
  });
});
