import type { LLMDelta } from '@toolwright/contract';
import { ErrorReply } from '../../../faults/fault.js';
import { assembleReply } from '../../../reply/assemble-reply.test.support.js';
import { assemble } from '../../../reply/stream-assembler.js';
import { ResponseDecoder } from './decode-response.js';
import { functionCall, itemEvents, message, responseOf } from './events.test.support.js';

const call = functionCall('call_1', 'pay', '{"sum":3}');

/** The reply to the events of an item and a last event, with its warnings. */
async function stream(item: typeof call, last: object) {
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const decoder = new ResponseDecoder('openai-compatible', undefined, { redact: (text) => text, warn });
  const deltas: LLMDelta[] = [];
  for (const event of [...itemEvents(item, 0, [item.arguments]), last])
    decoder.decodeEvent(JSON.stringify(event), deltas);
  return { reply: await assemble([...deltas, decoder.end()]), warnings };
}

const completed = (output: readonly object[], more: object = {}) => ({
  type: 'response.completed',
  response: responseOf(output, more),
});

describe('calls are rejected', () => {
  it.each(['incomplete', 'failed'])('if their item is %s', async (status) => {
    const item = { ...call, status };
    const expected = { finishReason: 'other', rawFinishReason: status, rejected: 'calls' };
    expect((await stream(item, completed([item]))).reply).toMatchObject(expected);
    expect(assembleReply(responseOf([item]), new ResponseDecoder('openai-compatible'))).toMatchObject(
      expected,
    );
    const limit = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect((await stream(item, completed([item], limit))).reply).toMatchObject(expected);
  });

  it('if the response is incomplete for no reason', async () => {
    for (const type of ['response.incomplete', 'response.completed']) {
      const response = responseOf([call], { status: 'incomplete', incomplete_details: null });
      expect((await stream(call, { type, response })).reply).toMatchObject({ rejected: 'calls' });
    }
  });

  it('with a warning if the final response no longer has them', async () => {
    const { reply, warnings } = await stream(call, completed([message('Never mind.')]));
    expect(reply).toMatchObject({ rejected: 'calls', content: 'Never mind.' });
    expect(warnings).toEqual(["The final response lacks calls that the provider had streamed: 'pay'."]);
  });
});

it('a response with an error fails, whatever its status says', async () => {
  const error = { code: 'server_error', message: 'boom' };
  const response = responseOf([call], { error });
  await expect(stream(call, { type: 'response.completed', response })).rejects.toThrow(ErrorReply);
  await expect(stream(call, { type: 'response.failed', response: responseOf([call]) })).rejects.toThrow(
    ErrorReply,
  );
  expect(() => assembleReply(response, new ResponseDecoder('openai'))).toThrow(ErrorReply);
});

describe('calls are kept', () => {
  it('if the server leaves out the whole final output', async () => {
    const { reply, warnings } = await stream(call, completed([]));
    expect(reply).toMatchObject({ finishReason: 'tool-calls', toolCalls: [{ id: 'call_1' }] });
    expect(warnings).toEqual([]);
  });

  it('if the limit of tokens cuts their arguments, which shows by itself', async () => {
    const item = { ...call, arguments: '{"sum":', status: 'incomplete' };
    const limit = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect((await stream(item, completed([item], limit))).reply.finishReason).toBe('length');
  });
});
