import type { LLMDelta, LLMResponse } from '@toolwright/contract';
import * as fc from 'fast-check';
import { StreamAssembler, toAssistantMessage } from '../../reply/stream-assembler.js';
import { event } from '../../testing/raw-server.test.support.js';
import { MessageDecoder } from './decode-message.js';
import { MessageEncoder } from './encode-messages.js';
import { message, streamOf } from './events.test.support.js';

function assembleAll(deltas: readonly LLMDelta[]): LLMResponse {
  const assembler = new StreamAssembler();
  for (const delta of deltas) assembler.add(delta);
  return assembler.finish();
}

function readWhole(body: unknown): LLMResponse {
  const decoder = new MessageDecoder();
  const deltas: LLMDelta[] = [];
  decoder.decodeWhole(body, deltas);
  return assembleAll([...deltas, decoder.end()]);
}

function readStream(wire: string): LLMResponse {
  const decoder = new MessageDecoder();
  const deltas: LLMDelta[] = [];
  const events = wire.split('\n').filter((line) => line.startsWith('data: '));
  const ended = events.map((line) => decoder.decodeEvent(line.slice('data: '.length), deltas));
  expect(ended.indexOf(true)).toBe(events.length - 1);
  return assembleAll([...deltas, decoder.end()]);
}

const thinking = { type: 'thinking', thinking: 'First, Oslo.', signature: 'c2lnbg==' };
const text = { type: 'text', text: 'Let me look.' };
const use = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } };
const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'Oslo' } };
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srv_1',
  content: [{ url: 'https://a.example' }],
};
const cited = { type: 'text', text: 'It is cold.', citations: [{ url: 'https://a.example' }] };

describe('MessageDecoder', () => {
  it('gives text, thoughts, calls and usage', () => {
    const response = readWhole(message([thinking, text, use], 'tool_use'));
    expect(response).toEqual({
      content: 'Let me look.',
      reasoning: 'First, Oslo.',
      toolCalls: [
        { id: 'toolu_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
      finishReason: 'tool-calls',
      usage: { inputTokens: 10, outputTokens: 5 },
      providerData: expect.objectContaining({ anthropic: expect.anything() }),
    });
  });

  it('keeps no data for text and calls alone', () => {
    expect(readWhole(message([text, use], 'tool_use'))).not.toHaveProperty('providerData');
  });

  const block = fc.oneof(
    fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'grapheme', minLength: 1 }) }),
    fc.record({
      type: fc.constant('thinking'),
      thinking: fc.string({ unit: 'grapheme' }),
      signature: fc.base64String(),
    }),
    fc.record({ type: fc.constant('redacted_thinking'), data: fc.base64String() }),
    fc.record({
      type: fc.constant('tool_use'),
      id: fc.uuid(),
      name: fc.constant('weather'),
      input: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
    }),
    fc.constantFrom(search, found, cited),
  );

  it('gives the same for a message in one piece and for a stream of it', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (blocks, length) => {
        expect(readStream(streamOf(blocks, 'end_turn', length))).toEqual(readWhole(message(blocks)));
      }),
    );
  });

  // D6
  it('keeps every block to send it back unchanged', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
        const said = blocks.filter((part) => !('text' in part) || part.text.trim() !== '');
        fc.pre(said.length > 0);
        const answer = toAssistantMessage(readWhole(message(blocks)));
        const { messages } = new MessageEncoder().encode([{ role: 'user', content: 'Go' }, answer]);
        expect(messages[1]?.content).toEqual(said);
      }),
    );
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content-filter'],
    ['pause_turn', 'other'],
    ['something new', 'other'],
  ])('calls the stop reason %s %s', (wire, reason) => {
    expect(readWhole(message([text], wire)).finishReason).toBe(reason);
    expect(readStream(streamOf([text], wire)).finishReason).toBe(reason);
  });

  it('says why the model refused', () => {
    const details = { type: 'refusal', category: 'bio', explanation: 'Not this.' };
    const body = message([], 'refusal', { stop_details: details });
    expect(readWhole(body)).toMatchObject({ content: null, refusal: 'Not this.' });
    const unexplained = message([], 'refusal', { stop_details: { ...details, explanation: null } });
    expect(readWhole(unexplained).refusal).toBe('bio');
  });

  // E12
  it('counts tokens read from the cache and written to it', () => {
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      output_tokens: 9,
      output_tokens_details: { thinking_tokens: 4 },
    };
    expect(readWhole(message([text], 'end_turn', { usage })).usage).toEqual({
      inputTokens: 123,
      outputTokens: 9,
      cachedInputTokens: 100,
      cacheWriteTokens: 20,
      reasoningTokens: 4,
    });
  });

  it('takes the last counts of a stream, and keeps those that are not repeated', () => {
    const decoder = new MessageDecoder();
    const deltas: LLMDelta[] = [];
    const start = { input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 1 };
    const last = { input_tokens: null, output_tokens: 30 };
    decoder.decodeEvent(JSON.stringify({ type: 'message_start', message: { usage: start } }), deltas);
    decoder.decodeEvent(JSON.stringify({ type: 'message_delta', delta: {}, usage: last }), deltas);
    expect(deltas).toEqual([
      { type: 'usage', usage: { inputTokens: 12, outputTokens: 30, cachedInputTokens: 7 } },
    ]);
  });

  it('reads input that comes with the start of a block', () => {
    const decoder = new MessageDecoder();
    const deltas: LLMDelta[] = [];
    for (const data of [
      { type: 'message_start', message: {} },
      { type: 'content_block_start', index: 0, content_block: use },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ]) {
      decoder.decodeEvent(JSON.stringify(data), deltas);
    }
    expect(assembleAll([...deltas, decoder.end()])).toMatchObject({
      finishReason: 'tool-calls',
      toolCalls: [{ function: { arguments: '{"city":"Oslo"}' } }],
    });
  });

  it('is finished by the stop reason', () => {
    const decoder = new MessageDecoder();
    expect(decoder.finished).toBe(false);
    decoder.decodeEvent('{"type":"message_delta","delta":{"stop_reason":"end_turn"}}', []);
    expect(decoder.finished).toBe(true);
  });

  it('ignores unknown events and blocks', () => {
    const wire = streamOf([{ type: 'hologram', data: 1 }, text]).replace(
      'event: message_stop',
      `${event({ type: 'weather_report' })}event: message_stop`,
    );
    expect(readStream(wire).content).toBe('Let me look.');
  });

  it.each(['{"object":"chat.completion.chunk","choices":[]}', '"text"', 'null', '[]', '{oops'])(
    'refuses %s',
    (data) => {
      expect(() => new MessageDecoder().decodeEvent(data, [])).toThrow(
        expect.objectContaining({ code: 'INVALID_RESPONSE' }),
      );
    },
  );

  it.each([null, 'text', [], {}, { choices: [] }])('refuses %j for a message', (body) => {
    expect(() => new MessageDecoder().decodeWhole(body, [])).toThrow(
      expect.objectContaining({ code: 'INVALID_RESPONSE' }),
    );
  });
});

it('keeps both blocks if two have the same index', () => {
  const decoder = new MessageDecoder();
  const deltas: LLMDelta[] = [];
  const begin = (text: string) => ({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text },
  });
  for (const event of [{ type: 'message_start', message: {} }, begin('a'), begin('bc')]) {
    decoder.decodeEvent(JSON.stringify(event), deltas);
  }
  expect(decoder.end()).toMatchObject({
    providerData: {
      anthropic: {
        parts: [
          { type: 'text', length: 1 },
          { type: 'text', length: 2 },
        ],
      },
    },
  });
});

describe('a server that is not exact', () => {
  const events = (...list: readonly object[]) =>
    [
      { type: 'message_start', message: {} },
      ...list,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    ]
      .map(event)
      .join('');
  const start = { type: 'content_block_start', index: 0, content_block: use };
  const delta = (fields: object) => ({ type: 'content_block_delta', index: 0, delta: fields });

  it('may send an input as a whole and in pieces', () => {
    const pieces = ['{"city": ', '"Oslo"}'].map((text) =>
      delta({ type: 'input_json_delta', partial_json: text }),
    );
    expect(readStream(events(start, ...pieces)).toolCalls).toEqual([
      { id: 'toolu_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
    ]);
  });

  it('is refused if the two inputs differ', () => {
    const other = delta({ type: 'input_json_delta', partial_json: '{"city":"Rome"}' });
    expect(() => readStream(events(start, other))).toThrow(
      expect.objectContaining({ code: 'INVALID_RESPONSE', message: expect.stringContaining('Rome') }),
    );
  });

  it('may leave out the start of a text or a thought', () => {
    const thought = { ...delta({ type: 'thinking_delta', thinking: 'Hm.' }), index: 1 };
    expect(readStream(events(delta({ type: 'text_delta', text: 'Hi.' }), thought))).toMatchObject({
      content: 'Hi.',
      reasoning: 'Hm.',
    });
  });
});
