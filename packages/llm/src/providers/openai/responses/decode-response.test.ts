import type { LLMDelta } from '@toolwright/contract';
import * as fc from 'fast-check';
import { ErrorReply } from '../../../faults/fault.js';
import { assembleReply } from '../../../reply/assemble-reply.test.support.js';
import { assemble } from '../../../reply/stream-assembler.js';
import { ResponseDecoder } from './decode-response.js';
import { eventsOf, functionCall, itemEvents, message, reasoning, responseOf } from './events.test.support.js';

const whole = (body: object) => assembleReply(body, new ResponseDecoder('openai'));

function deltasOf(events: readonly object[]): LLMDelta[] {
  const decoder = new ResponseDecoder('openai');
  const deltas: LLMDelta[] = [];
  for (const event of events) {
    if (decoder.decodeEvent(JSON.stringify(event), deltas)) deltas.push(decoder.end());
  }
  return deltas;
}
const streamed = (events: readonly object[]) => assemble(deltasOf(events));

const USAGE = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 15 },
  total_tokens: 50,
};

describe('ResponseDecoder', () => {
  const output = [
    reasoning({ summary: [{ type: 'summary_text', text: 'Hm.' }] }),
    message('Let me see.', { phase: 'commentary' }),
    functionCall('call_1', 'add', '{"a":1}'),
    functionCall('call_2', 'add', '{"a":2}'),
  ];

  it('returns text, reasoning, calls, usage and data to send back', () => {
    expect(whole(responseOf(output, { usage: USAGE }))).toEqual({
      content: 'Let me see.',
      reasoning: 'Hm.',
      toolCalls: [
        { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
        { id: 'call_2', type: 'function', function: { name: 'add', arguments: '{"a":2}' } },
      ],
      finishReason: 'tool-calls',
      usage: {
        inputTokens: 30,
        outputTokens: 20,
        cachedInputTokens: 10,
        cacheWriteTokens: 5,
        reasoningTokens: 15,
      },
      providerData: {
        openai: {
          responses: [
            { kind: 'item', item: output[0] },
            { kind: 'text', length: 11, phase: 'commentary' },
            { kind: 'call', id: 'call_1' },
            { kind: 'call', id: 'call_2' },
          ],
        },
      },
    });
  });

  it('streams text as it comes', () => {
    expect(deltasOf(eventsOf([message('Hi')]))).toEqual([
      { type: 'text-delta', text: 'H' },
      { type: 'text-delta', text: 'i' },
      { type: 'finish', finishReason: 'stop' },
    ]);
  });

  it('reads unstreamed parts from the end of the item or of the response', async () => {
    const silent = output.flatMap((item, index) => itemEvents(item, index, []));
    const done = { type: 'response.completed', response: responseOf(output) };
    const expected = whole(responseOf(output));
    expect(await streamed([...silent, done])).toEqual(expected);
    expect(await streamed([done])).toEqual(expected);
    expect(await streamed([...silent, { type: 'response.completed', response: responseOf([]) }])).toEqual(
      expected,
    );
  });

  it('separates paragraphs of a summary alike, streamed or not', async () => {
    const item = reasoning({ summary: [{ text: 'One.' }, { text: 'Two.' }] });
    const place = { output_index: 0 };
    const events = [
      { type: 'response.reasoning_summary_part.added', ...place, summary_index: 0 },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'One.' },
      { type: 'response.reasoning_summary_part.added', ...place, summary_index: 1 },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'Two.' },
      { type: 'response.output_item.done', ...place, item },
      { type: 'response.completed', response: responseOf([item]) },
    ];
    expect(await streamed(events)).toEqual(whole(responseOf([item])));
    expect(whole(responseOf([item])).reasoning).toBe('One.\n\nTwo.');
  });

  it('gives refusals', async () => {
    const refusal = message('', { content: [{ type: 'refusal', refusal: 'No.' }] });
    expect(whole(responseOf([refusal]))).toMatchObject({
      content: null,
      refusal: 'No.',
      finishReason: 'stop',
    });
    expect(await streamed(eventsOf([refusal]))).toMatchObject({ content: null, refusal: 'No.' });
  });

  // C10
  it('returns the same log-probabilities, streamed or not', async () => {
    const logprobs = [
      { token: 'Hi', logprob: -0.1, bytes: [], top_logprobs: [{ token: 'Yo', logprob: -3 }] },
    ];
    const item = message('Hi', { content: [{ type: 'output_text', text: 'Hi', logprobs }] });
    const place = { output_index: 0, content_index: 0 };
    const events = [
      { type: 'response.output_text.delta', ...place, delta: 'Hi', logprobs },
      { type: 'response.completed', response: responseOf([item]) },
    ];
    const expected = [{ token: 'Hi', logprob: -0.1, top: [{ token: 'Yo', logprob: -3 }] }];
    expect(whole(responseOf([item])).logprobs).toEqual(expected);
    expect((await streamed(events)).logprobs).toEqual(expected);
  });

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content-filter'],
    ['moon phase', 'other'],
  ])('knows why a response is incomplete: %s', async (reason, finishReason) => {
    const response = responseOf([message('Half')], { status: 'incomplete', incomplete_details: { reason } });
    expect(whole(response)).toMatchObject({ content: 'Half', finishReason });
    expect(await streamed([{ type: 'response.incomplete', response }])).toMatchObject({ finishReason });
  });

  it('treats an incomplete response without a reason as cut by the token limit', () => {
    const response = responseOf([message('Half')], { status: 'incomplete', incomplete_details: null });
    expect(whole(response).finishReason).toBe('length');
  });

  it.each<[string, object]>([
    ['an event', { type: 'error', code: 'rate_limit_exceeded', message: 'Slow down.', param: null }],
    ['an event around an object', { type: 'error', error: { message: 'Slow down.' } }],
    ['a bare object', { error: { message: 'Slow down.' } }],
    [
      'a failed response',
      {
        type: 'response.failed',
        response: responseOf([], { status: 'failed', error: { message: 'Slow down.' } }),
      },
    ],
  ])('throws an error that comes as %s', (_name, event) => {
    const failure = new ResponseDecoder('openai');
    expect(() => failure.decodeEvent(JSON.stringify(event), [])).toThrow(ErrorReply);
  });

  it.each<[string, object]>([
    ['a chat completion', { choices: [{ message: { content: 'x' } }] }],
    ['a list', []],
    ['a response that is not ready', responseOf([], { status: 'queued' })],
  ])('refuses %s', (_name, body) => {
    expect(() => whole(body)).toThrow(expect.objectContaining({ code: 'INVALID_RESPONSE' }));
  });

  it('refuses chunks of a chat completion, and ignores unknown events', async () => {
    const chunk = { object: 'chat.completion.chunk', choices: [] };
    expect(() => new ResponseDecoder('openai').decodeEvent(JSON.stringify(chunk), [])).toThrow(
      expect.objectContaining({ code: 'INVALID_RESPONSE', hint: expect.stringContaining("api: 'chat'") }),
    );
    const events = [{ type: 'response.web_search_call.searching', output_index: 0 }, { type: 'keepalive' }];
    expect(await streamed([...events, ...eventsOf([message('ok')])])).toMatchObject({ content: 'ok' });
  });

  it('keeps no reasoning that the provider cannot read back', () => {
    const { providerData } = whole(responseOf([reasoning({ encrypted_content: null }), message('Hi')]));
    expect(providerData).toBeUndefined();
  });

  it('gives the same whole and streamed, whatever the items are', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    const item = fc.oneof(
      text.map((value) => message(value)),
      text.map((value) => reasoning({ summary: [{ type: 'summary_text', text: value }] })),
      fc.tuple(fc.uuid(), text).map(([id, value]) => functionCall(id, 'add', JSON.stringify({ value }))),
      fc.constant({ id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search' } }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 6 }), async (items) => {
        expect(await streamed(eventsOf(items, { usage: USAGE }))).toEqual(
          whole(responseOf(items, { usage: USAGE })),
        );
      }),
      { numRuns: 200 },
    );
  });
});
