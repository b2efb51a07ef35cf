// L3
import { createRedaction } from '@toolwright/redaction';
import { recordRequest } from './record-request.js';

const record = (body: object): unknown =>
  recordRequest(
    'http://127.0.0.1/v1',
    { method: 'POST', body: JSON.stringify(body) },
    createRedaction({ env: {} }),
  ).body;

/** A conversation with a call and its result, as each provider gets it. */
const BODIES: Readonly<Record<string, (callId: string, argument: string, result: string) => object>> = {
  'chat completions': (id, order, result) => ({
    messages: [
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: `{"id":"${order}"}` } }],
      },
      { role: 'tool', tool_call_id: id, content: `{"id":"${result}"}` },
    ],
  }),
  responses: (id, order, result) => ({
    input: [
      { type: 'function_call', call_id: id, name: 'find', arguments: `{"id":"${order}"}` },
      { type: 'function_call_output', call_id: id, output: [{ id: result }] },
    ],
  }),
  Anthropic: (id, order, result) => ({
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'find', input: { id: order } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [{ id: result }] }] },
    ],
  }),
  Gemini: (id, order, result) => ({
    contents: [
      { role: 'model', parts: [{ functionCall: { id, name: 'find', args: { id: order } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id, name: 'find', response: { result: { id: result } } } }],
      },
    ],
  }),
  Ollama: (id, order, result) => ({
    messages: [
      { role: 'assistant', tool_calls: [{ id, function: { name: 'find', arguments: { id: order } } }] },
      { role: 'tool', tool_call_id: id, content: `{"id":"${result}"}` },
    ],
  }),
};

it.each(Object.entries(BODIES))(
  'compares ids in arguments and results, but not those of calls: %s',
  (_, bodyOf) => {
    const given = record(bodyOf('call_a', 'A7', 'order-8'));
    expect(record(bodyOf('call_b', 'A7', 'order-8'))).toEqual(given);
    expect(record(bodyOf('call_a', 'B9', 'order-8'))).not.toEqual(given);
    expect(record(bodyOf('call_a', 'A7', 'order-9'))).not.toEqual(given);
  },
);

it('keeps bytes in results out of the file', () => {
  const data = Buffer.alloc(300, 7).toString('base64');
  expect(JSON.stringify(record(BODIES.Gemini?.('call_a', 'A7', data) ?? {}))).toContain(
    '[300 bytes, sha256 ',
  );
});
