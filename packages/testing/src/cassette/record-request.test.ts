// L3
import { createRedaction } from '@toolwright/redaction';
import { recordRequest } from './record-request.js';

const record = (body: object): unknown =>
  recordRequest(
    'http://127.0.0.1/v1',
    { method: 'POST', body: JSON.stringify(body) },
    createRedaction({ env: {} }),
    'salt',
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

/** A message with bytes, as each provider gets it. */
const HOLDERS: Readonly<Record<string, (data: string) => object>> = {
  'a data URL': (data) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }),
  'a data URL in capitals': (data) => ({ type: 'input_image', image_url: `DATA:image/png;BASE64,${data}` }),
  'a PDF': (data) => ({ type: 'input_file', file_data: `data:application/pdf;base64,${data}` }),
  audio: (data) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } }),
  Anthropic: (data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }),
  Gemini: (data) => ({ inlineData: { mimeType: 'image/png', data } }),
  Ollama: (data) => ({ role: 'user', images: [data] }),
};

it.each(Object.entries(HOLDERS))('tells bytes of any size by their hash: %s', (_, holding) => {
  for (const size of [9, 3000, 5_000_000]) {
    const data = Buffer.alloc(size, 'some bytes').toString('base64');
    const other = Buffer.alloc(size, 'same bytes').toString('base64');
    const recorded = record({ messages: [holding(data)] });
    expect(JSON.stringify(recorded)).toContain(`${size} bytes, sha256 `);
    expect(JSON.stringify(recorded)).not.toContain(data.slice(0, 12));
    expect(record({ messages: [holding(other)] })).not.toEqual(recorded);
    const lines = data.replace(/.{76}/g, '$&\r\n');
    expect(record({ messages: [holding(lines)] })).toEqual(recorded);
  }
});

it('finds bytes within texts, and leaves words and data of tools as they are', () => {
  const data = Buffer.alloc(3000, 7).toString('base64');
  const short = Buffer.alloc(9, 7).toString('base64');
  const json = JSON.stringify({ file: data });
  const text = `See ![a](data:image/png;base64,${short}) and ${json}.`;
  expect(record({ content: text })).toEqual({
    content: expect.stringMatching(
      /^See !\[a\]\(data:image\/png;base64,\[9 bytes, sha256 \w+\]\) and \{"file":"\[3000 bytes, sha256 \w+\]"\}\.$/,
    ),
  });
  const body = { content: 'word '.repeat(200), args: { images: ['logo'], data: 'rows', format: 'csv' } };
  expect(record(body)).toEqual(body);
});
