import { createClient } from '../client/create-client.js';
import { ErrorReply } from '../faults/fault.js';
import { MessageDecoder } from '../providers/anthropic/decode-message.js';
import { ResponseDecoder as GeminiDecoder } from '../providers/google/decode-response.js';
import { ChatDecoder } from '../providers/ollama/decode-chat.js';
import { ChunkDecoder } from '../providers/openai/decode-chunk.js';
import { ResponseDecoder } from '../providers/openai/responses/decode-response.js';
import { chunk, event, SSE, sharedRawServer } from '../testing/raw-server.test.support.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { assemble } from './stream-assembler.js';
import type { Warn } from './unread.js';

/** Each API with the first event of a reply. */
const WIRES: Readonly<Record<string, readonly [(warn: Warn) => ReplyDecoder, object]>> = {
  chat: [(warn) => new ChunkDecoder({ warn }), chunk({ content: 'Half' })],
  responses: [
    (warn) => new ResponseDecoder('openai', undefined, { redact: (text) => text, warn }),
    { type: 'response.output_text.delta', output_index: 0, delta: 'Half' },
  ],
  anthropic: [
    (warn) => new MessageDecoder(undefined, undefined, warn),
    { type: 'message_start', message: { usage: {} } },
  ],
  google: [
    (warn) => new GeminiDecoder('seed', warn),
    { candidates: [{ content: { parts: [{ text: 'Half' }] } }] },
  ],
  ollama: [(warn) => new ChatDecoder(warn), { message: { content: 'Half' }, done: false }],
};

/** The warnings after a half reply and this event. */
function read([create, first]: (typeof WIRES)[string], frame: object): readonly string[] {
  const warnings: string[] = [];
  const decoder = create((message) => warnings.push(message));
  for (const one of [first, frame, frame]) decoder.decodeEvent(JSON.stringify(one), []);
  return warnings;
}

describe.each(Object.entries(WIRES))('a half reply of %s', (name, wire) => {
  it.each([
    { object: 'error', message: 'engine died', type: 'InternalServerError', code: 500 },
    { detail: 'internal error' },
    { detail: [{ loc: ['body'], msg: 'field required' }] },
    { message: 'upstream died', code: 502 },
    { error: 'out of memory' },
  ])('is interrupted by %j', (frame) => {
    expect(() => read(wire, frame)).toThrow(ErrorReply);
  });

  it('never leaves an unknown event unmentioned', () => {
    const unknown = { future: 'words' };
    if (name === 'google' || name === 'ollama') {
      expect(() => read(wire, unknown)).toThrow(expect.objectContaining({ code: 'INVALID_RESPONSE' }));
    } else {
      expect(read(wire, unknown)).toEqual([
        'The stream contained an event that is ignored: {"future":"words"}',
      ]);
    }
  });
});

it.each<[string, object]>([
  ['ollama', { response: 'Text of the other API.', done: true }],
  ['chat', { choices: ['Half'] }],
])('an event of %s without the members of the API is refused: %j', (name, frame) => {
  expect(() => read(WIRES[name] as (typeof WIRES)[string], frame)).toThrow(
    expect.objectContaining({ code: 'INVALID_RESPONSE' }),
  );
});

it.each([
  [{}],
  [{ type: 'ping' }],
  [{ id: 'c', object: 'chat.completion.chunk' }],
  [{ choices: [], prompt_filter_results: [] }],
])('a chat completion is not interrupted by a chunk that says nothing: %j', (frame) => {
  expect(read(WIRES.chat as (typeof WIRES)[string], frame)).toEqual([]);
});

describe('an event named error', () => {
  const server = sharedRawServer();

  it.each([
    ['{"message":"upstream died","code":502}', 'upstream died'],
    ['upstream died', 'upstream died'],
    [JSON.stringify(chunk({ content: 'x' })), '"x"'],
  ])('interrupts the stream, whatever its data are: %s', async (data, text) => {
    const body = `${event(chunk({ content: 'Half' }))}event: error\ndata: ${data}\n\n${event('[DONE]')}`;
    server.respond((response) => void response.writeHead(200, SSE).end(body));
    const client = createClient({ provider: 'openai-compatible', model: 'm', baseUrl: server.url });
    const reply = assemble(client.stream?.([{ role: 'user', content: 'Hi' }], [], {}) ?? []);
    await expect(reply).rejects.toMatchObject({ blame: 'provider', message: expect.stringContaining(text) });
    expect(server.requests).toHaveLength(1);
  });
});
