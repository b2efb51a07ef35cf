import { isToolwrightError, type LLMDelta } from '@toolwright/contract';
import * as fc from 'fast-check';
import { classifyReply } from '../faults/classify-reply.js';
import { ErrorReply } from '../faults/fault.js';
import { MessageDecoder } from '../providers/anthropic/decode-message.js';
import { CompatibleDecoder } from '../providers/google/compatible-decoder.js';
import { ResponseDecoder as GoogleDecoder } from '../providers/google/decode-response.js';
import { ChatDecoder } from '../providers/ollama/decode-chat.js';
import { ChunkDecoder } from '../providers/openai/decode-chunk.js';
import { ResponseDecoder } from '../providers/openai/responses/decode-response.js';
import { assembleReply } from './assemble-reply.test.support.js';
import { decodeSafely } from './decode-safely.js';
import { jsonLines, serverSentEvents } from './framing.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { StreamAssembler } from './stream-assembler.js';

const args = '{"city":"Oslo"}';
const chatUsage = { prompt_tokens: 3, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 1 } };
const chatCall = { index: 0, id: 'c1', type: 'function', function: { name: 'forecast', arguments: args } };
const logprobs = {
  content: [{ token: 'Hi', logprob: -0.1, top_logprobs: [{ token: 'Hi', logprob: -0.1 }] }],
};

interface Subject {
  readonly decoder: () => ReplyDecoder;
  /** A real reply in one piece. */
  readonly whole: object;
  /** The same reply as the events of a stream. */
  readonly events: readonly object[];
}

const CHAT: Omit<Subject, 'decoder'> = {
  whole: {
    id: 'x',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hi.',
          reasoning_content: 'Hm.',
          refusal: null,
          tool_calls: [chatCall],
        },
        logprobs,
        finish_reason: 'tool_calls',
      },
    ],
    usage: chatUsage,
  },
  events: [
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi.' }, logprobs }] },
    { choices: [{ index: 0, delta: { tool_calls: [chatCall] } }] },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ' ' } }] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    { choices: [], usage: chatUsage, x_groq: { usage: chatUsage } },
  ],
};

const usage = { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 1 };
const toolUse = { type: 'tool_use', id: 't1', name: 'forecast', input: { city: 'Oslo' } };
const item = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'forecast', arguments: args };
const message = {
  type: 'message',
  id: 'm1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hi.', logprobs: [] }],
};
const response = {
  id: 'r1',
  status: 'completed',
  output: [message, item],
  usage: { input_tokens: 3, output_tokens: 4 },
};
const candidate = {
  content: {
    role: 'model',
    parts: [{ text: 'Hi.' }, { functionCall: { name: 'forecast', args: { city: 'Oslo' } } }],
  },
  finishReason: 'STOP',
};
const gemini = {
  candidates: [candidate],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
  responseId: 'r',
};
const ollamaCall = { function: { name: 'forecast', arguments: { city: 'Oslo' } } };
const ollama = {
  message: { role: 'assistant', content: 'Hi.', thinking: 'Hm.', tool_calls: [ollamaCall] },
  done: true,
  done_reason: 'stop',
  created_at: '2026-01-01T00:00:00Z',
  prompt_eval_count: 3,
  eval_count: 4,
};

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'chat completions': { decoder: () => new ChunkDecoder(), ...CHAT },
  'Gemini through chat completions': { decoder: () => new CompatibleDecoder(), ...CHAT },
  responses: {
    decoder: () => new ResponseDecoder('openai'),
    whole: response,
    events: [
      { type: 'response.created', response: { id: 'r1', status: 'in_progress' } },
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hi.', logprobs: [] },
      { type: 'response.output_item.done', output_index: 0, item: message },
      { type: 'response.output_item.added', output_index: 1, item: { ...item, arguments: '' } },
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: args },
      { type: 'response.completed', response },
    ],
  },
  anthropic: {
    decoder: () => new MessageDecoder(),
    whole: {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hi.' }, toolUse],
      stop_reason: 'tool_use',
      usage,
    },
    events: [
      { type: 'message_start', message: { usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
      { type: 'content_block_start', index: 1, content_block: { ...toolUse, input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: args } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4 } },
      { type: 'message_stop' },
    ],
  },
  google: { decoder: () => new GoogleDecoder('seed'), whole: gemini, events: [gemini] },
  ollama: {
    decoder: () => new ChatDecoder(),
    whole: ollama,
    events: [{ message: { content: 'Hi.' }, done: false }, ollama],
  },
};

/** The value at a path, replaced. */
function replaceAt(
  value: unknown,
  path: number,
  hostile: unknown,
): { readonly value: unknown; readonly left: number } {
  if (path === 0) return { value: hostile, left: -1 };
  let left = path - 1;
  if (typeof value !== 'object' || value === null) return { value, left };
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, member] of Object.entries(value)) {
    const replaced = replaceAt(member, left, hostile);
    (copy as Record<string, unknown>)[key] = replaced.value;
    left = replaced.left;
    if (left < 0) break;
  }
  return { value: copy, left };
}

/** Every member of a reply, replaced by a hostile value, one at a time. */
function* mutations(value: unknown, hostile: unknown): Generator<unknown> {
  for (let path = 0; ; path += 1) {
    const replaced = replaceAt(value, path, hostile);
    if (replaced.left >= 0) return;
    yield replaced.value;
  }
}

function nested(depth: number): unknown {
  return JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`);
}

const HOSTILE: readonly unknown[] = [
  null,
  42,
  -1,
  0.5,
  1e308,
  true,
  '',
  'many',
  '\u0000\ud800',
  [],
  {},
  [null],
  [[]],
  { toString: 1, valueOf: 1 },
  { length: 1e9 },
  ['x'.repeat(1000)],
  nested(12_000),
];

function expectSound(work: () => ReturnType<typeof assembleReply>): void {
  let reply: ReturnType<typeof assembleReply>;
  try {
    reply = work();
  } catch (error) {
    const isTyped = isToolwrightError(error) || error instanceof ErrorReply;
    if (!isTyped) throw error;
    if (error instanceof ErrorReply) classifyReply(error.status, error.body);
    return;
  }
  expect(reply.content === null || typeof reply.content === 'string').toBe(true);
  for (const { id, function: called } of reply.toolCalls) {
    expect([typeof id, typeof called.name, typeof called.arguments]).toEqual(['string', 'string', 'string']);
  }
  const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
  for (const count of [inputTokens, outputTokens]) expect(count >= 0 && Number.isFinite(count)).toBe(true);
  expect(['stop', 'tool-calls', 'length', 'content-filter', 'other']).toContain(reply.finishReason);
}

function readEvents(decoder: ReplyDecoder, events: readonly unknown[]): ReturnType<typeof assembleReply> {
  const assembler = new StreamAssembler();
  const deltas: LLMDelta[] = [];
  for (const event of events) {
    const text = tryJson(event);
    if (text !== undefined && decodeSafely(() => decoder.decodeEvent(text, deltas))) break;
  }
  deltas.push(decoder.end());
  for (const delta of deltas) assembler.add(delta);
  return assembler.finish();
}

/** The test's own value is nested too deeply for `JSON.stringify`. */
function tryJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

describe.each(Object.entries(SUBJECTS))('a mutated reply of %s', (_name, { decoder, whole, events }) => {
  it('results in a reply or a typed error for any value of a member', () => {
    for (const hostile of HOSTILE) {
      for (const body of mutations(whole, hostile)) expectSound(() => assembleReply(body, decoder()));
      for (const stream of mutations(events, hostile)) {
        if (Array.isArray(stream)) expectSound(() => readEvents(decoder(), stream));
      }
    }
  });

  it('results in one with several members hostile, missing or reordered', () => {
    const value = fc.oneof(fc.constantFrom(...HOSTILE.slice(0, -1)), fc.jsonValue());
    const hits = fc.array(fc.tuple(fc.nat(60), value), { maxLength: 4 });
    fc.assert(
      fc.property(hits, fc.shuffledSubarray([...events]), (changes, order) => {
        const change = (from: unknown) =>
          changes.reduce((body, [path, hostile]) => replaceAt(body, path, hostile).value, from);
        expectSound(() => assembleReply(change(whole), decoder()));
        const stream = change(order);
        if (Array.isArray(stream)) expectSound(() => readEvents(decoder(), stream));
      }),
      { numRuns: 200 },
    );
  });

  it('is never accepted as an answer without its text', () => {
    const said = JSON.stringify(whole);
    for (const hostile of ['42', '{"a":1}', 'true']) {
      const body: unknown = JSON.parse(said.replaceAll('"Hi."', hostile));
      expect(() => assembleReply(body, decoder())).toThrow(
        expect.objectContaining({ code: 'INVALID_RESPONSE' }),
      );
    }
  });
});

describe('time in proportion to the length', () => {
  const grows = (work: (length: number) => unknown) => {
    const time = (length: number): number => {
      const begun = performance.now();
      work(length);
      return performance.now() - begun;
    };
    time(1_000);
    const [small, , large] = [4_000, 16_000, 64_000].map(time) as [number, number, number];
    expect(large).toBeLessThan(Math.max(small, 20) * 64);
  };

  it.each(['exceed', 'maximum ', 'retry in ', '<p>', 'rate_'])(
    'is enough for the kind of an error body: %s',
    (word) => {
      grows((length) => classifyReply(400, { error: { message: word.repeat(length) } }));
    },
  );

  it.each([
    ['events', serverSentEvents, 'data: '],
    ['lines', jsonLines, ''],
  ])('is enough for one endless line in small pieces, as %s', (_kind, framing, head) => {
    grows((length) => {
      const seen: string[] = [];
      const open = framing((data) => seen.push(data));
      open.feed(head);
      for (let at = 0; at < length; at += 1) open.feed('{"a":"aaaaaaaaaaaaaaaa');
      open.feed('\n\n');
      open.end();
      expect(seen.join('')).toHaveLength(length * 22);
    });
  });

  it.each([
    ['many calls', (at: number) => ({ index: at, id: `c${at}`, name: 'f', arguments: '{}' })],
    ['many calls of one id', (at: number) => ({ index: at, id: 'c', name: 'f', arguments: '{}' })],
    ['many pieces that repeat the name', () => ({ index: 0, id: 'c', name: 'f', arguments: '[' })],
    ['many calls without index and id', () => ({ name: 'f', arguments: '{}' })],
  ])('is enough for a stream of %s', (_kind, call) => {
    grows((length) => {
      const assembler = new StreamAssembler({ idSeed: 'x'.repeat(length) });
      for (let at = 0; at < length / 4; at += 1)
        assembler.add({ type: 'tool-call-delta', index: undefined, ...call(at) });
      assembler.add({ type: 'finish', finishReason: 'stop' });
      assembler.finish();
    });
  });
});

it('is enough for an error body of any form', () => {
  for (const hostile of [...HOSTILE, '<html>'.repeat(200_000)]) {
    for (const body of [
      hostile,
      [hostile],
      { error: hostile },
      { error: { message: 'no', code: hostile, type: hostile, status: hostile, details: hostile } },
    ]) {
      expect(typeof classifyReply(400, body).detail).toBe('string');
    }
  }
});

it('is enough for a list of more log-probabilities than a call takes arguments', () => {
  const content = Array.from({ length: 200_000 }, () => ({ token: 'a', logprob: -1 }));
  const body = { choices: [{ message: { content: 'Hi.' }, logprobs: { content }, finish_reason: 'stop' }] };
  expect(assembleReply(body, new ChunkDecoder()).logprobs).toHaveLength(200_000);
});
