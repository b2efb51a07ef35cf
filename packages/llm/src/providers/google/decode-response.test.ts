import type { LLMDelta, LLMResponse } from '@toolwright/contract';
import * as fc from 'fast-check';
import { ErrorReply } from '../../faults/fault.js';
import { StreamAssembler, toAssistantMessage } from '../../reply/stream-assembler.js';
import { ResponseDecoder } from './decode-response.js';
import { ContentEncoder } from './encode-contents.js';
import { response, streamOf } from './responses.test.support.js';

function assembleAll(deltas: readonly LLMDelta[]): LLMResponse {
  const assembler = new StreamAssembler();
  for (const delta of deltas) assembler.add(delta);
  return assembler.finish();
}

function readWhole(body: unknown): LLMResponse {
  const decoder = new ResponseDecoder('seed');
  const deltas: LLMDelta[] = [];
  decoder.decodeWhole(body, deltas);
  return assembleAll([...deltas, decoder.end()]);
}

function readStream(wire: string): LLMResponse {
  const decoder = new ResponseDecoder('seed');
  const deltas: LLMDelta[] = [];
  for (const line of wire.split('\n')) {
    if (line.startsWith('data: '))
      expect(decoder.decodeEvent(line.slice('data: '.length), deltas)).toBe(false);
  }
  expect(decoder.finished).toBe(true);
  return assembleAll([...deltas, decoder.end()]);
}

const callPart = (name: string, args: object, more: object = {}) => ({
  functionCall: { name, args },
  ...more,
});

describe('ResponseDecoder', () => {
  it('gives text, thoughts, calls and usage', () => {
    const parts = [
      { text: 'I need the weather.', thought: true },
      { text: 'Let me look.' },
      callPart('weather', { city: 'Oslo' }),
    ];
    expect(readWhole(response(parts, 'STOP'))).toEqual({
      content: 'Let me look.',
      reasoning: 'I need the weather.',
      toolCalls: [
        { id: 'call_resp1_0', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
      finishReason: 'tool-calls',
      usage: { inputTokens: 10, outputTokens: 8, cachedInputTokens: 4, reasoningTokens: 3 },
    });
  });

  it('keeps ids of calls, and makes different ones for calls without', () => {
    const parts = [
      { functionCall: { id: 'fc_1', name: 'a', args: {} } },
      { functionCall: { name: 'a' } },
      { functionCall: { id: '', name: 'a' } },
    ];
    const ids = (body: object) => readWhole(body).toolCalls.map(({ id }) => id);
    expect(ids(response(parts, 'STOP'))).toEqual(['fc_1', 'call_resp1_1', 'call_resp1_2']);
    expect(ids(response(parts, 'STOP', { responseId: undefined }))).toEqual([
      'fc_1',
      'call_seed_1',
      'call_seed_2',
    ]);
  });

  const part = fc.oneof(
    fc.record({ text: fc.string({ unit: 'grapheme', minLength: 1 }) }),
    fc.record({ text: fc.string({ unit: 'grapheme', minLength: 1 }), thought: fc.constant(true) }),
    fc.record({ text: fc.string({ unit: 'grapheme' }), thoughtSignature: fc.base64String({ minLength: 4 }) }),
    fc.record(
      {
        functionCall: fc.record({
          name: fc.constantFrom('a', 'b'),
          args: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
        }),
        thoughtSignature: fc.base64String({ minLength: 4 }),
      },
      { requiredKeys: ['functionCall'] },
    ),
  );

  it('gives the same for a response in one piece and for a stream of it', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (parts, length) => {
        expect(readStream(streamOf(parts, 'STOP', length))).toEqual(readWhole(response(parts, 'STOP')));
      }),
    );
  });

  // D6
  it('keeps every signature with its part', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const encoder = new ContentEncoder({ wantsSignatures: false });
        const answer = toAssistantMessage(readStream(streamOf(parts)));
        const sent = encoder.encode([{ role: 'user', content: 'Go' }, answer]).contents[1]?.parts ?? [];
        const signed = (list: readonly object[]) =>
          list.flatMap((one) => ('thoughtSignature' in one ? [strip(one)] : []));
        expect(signed(sent)).toEqual(signed(parts));
        const text = (list: readonly object[]) =>
          list.flatMap((one) => ('text' in one && !('thought' in one) ? [one.text] : [])).join('');
        // Whitespace-only text is left out if there is no other text.
        expect(text(sent).trim()).toBe(text(parts).trim());
      }),
    );
  });

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SPII', 'content-filter'],
    ['BLOCKLIST', 'content-filter'],
    ['LANGUAGE', 'other'],
    ['OTHER', 'other'],
    ['SOMETHING_NEW', 'other'],
  ])('calls the finish reason %s %s', (wire, reason) => {
    expect(readWhole(response([{ text: 'x' }], wire)).finishReason).toBe(reason);
    expect(readStream(streamOf([{ text: 'x' }], wire)).finishReason).toBe(reason);
  });

  it('finds calls whatever the finish reason says', () => {
    // `FUNCTION_CALL` is a scripted server's word: the published API says STOP.
    for (const reason of ['STOP', 'FUNCTION_CALL']) {
      expect(readWhole(response([callPart('a', {})], reason)).finishReason).toBe('tool-calls');
    }
    expect(readWhole(response([callPart('a', {})], 'MAX_TOKENS')).finishReason).toBe('length');
  });

  it('keeps the text before a malformed call', () => {
    const { content, finishReason } = readWhole(response([{ text: 'Well' }], 'MALFORMED_FUNCTION_CALL'));
    expect({ content, finishReason }).toEqual({ content: 'Well', finishReason: 'other' });
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])('treats %s alone as an error', (reason) => {
    const candidate = { content: {}, finishReason: reason, finishMessage: 'print(weather(' };
    expect(() => readWhole({ candidates: [candidate] })).toThrow(ErrorReply);
  });

  it('explains why a prompt was blocked', () => {
    const body = {
      promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'Not this.' },
      usageMetadata: {},
    };
    expect(() => readWhole(body)).toThrow(
      expect.objectContaining({
        code: 'CONTENT_FILTER',
        blame: 'user',
        message: 'google blocked the prompt (SAFETY). Not this.',
      }),
    );
  });

  it('reports usage once in a stream', () => {
    const decoder = new ResponseDecoder('seed');
    const deltas: LLMDelta[] = [];
    for (const line of streamOf([{ text: 'Hello there' }]).split('\n\n')) {
      if (line !== '') decoder.decodeEvent(line.slice('data: '.length), deltas);
    }
    expect(deltas.filter(({ type }) => type === 'usage')).toHaveLength(1);
  });

  it.each([null, 'text', [], {}, { choices: [] }, { candidates: 'x' }])('refuses %j', (body) => {
    expect(() => readWhole(body)).toThrow(expect.objectContaining({ code: 'INVALID_RESPONSE' }));
  });

  it('refuses a response without an end', () => {
    expect(() => readWhole(response([{ text: 'x' }]))).toThrow(
      expect.objectContaining({ code: 'INVALID_RESPONSE', message: expect.stringContaining('no candidate') }),
    );
  });
});

/** Without generated ids. */
function strip(part: object): unknown {
  return JSON.parse(JSON.stringify(part, (key, value) => (key === 'id' ? undefined : value)));
}

it.each([
  [{ name: 'wipe', willContinue: true }],
  [{ name: 'wipe', partialArgs: [{ jsonPath: '$.x', stringValue: 'a' }] }],
  [{}],
  [{ name: '', args: { x: 1 } }],
])('refuses a call that is not whole: %j', (functionCall) => {
  expect(() => readWhole(response([{ functionCall }], 'STOP'))).toThrow(
    expect.objectContaining({ code: 'INVALID_RESPONSE' }),
  );
});
