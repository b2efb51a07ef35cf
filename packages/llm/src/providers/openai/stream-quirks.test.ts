import type { Message } from '@toolwright/contract';
import { createClient } from '../../client/create-client.js';
import { assemble } from '../../reply/stream-assembler.js';
import {
  chunk,
  completion,
  event,
  SSE,
  sendJson,
  sharedRawServer,
  streamOf,
} from '../../testing/raw-server.test.support.js';

const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];

const server = sharedRawServer();

const client = () => createClient({ provider: 'openai-compatible', model: 'own-model', baseUrl: server.url });

async function read(deltas: readonly object[], finishReason?: string) {
  server.respond((response) => void response.writeHead(200, SSE).end(streamOf(deltas, finishReason)));
  return assemble(client().stream?.(hello, [], {}) ?? []);
}

const part = (fragment: object) => ({ tool_calls: [fragment] });
const F = { name: 'f', arguments: '{"x":1}' };
const G = { name: 'g', arguments: '{}' };

// A13
describe('calls as servers stream them', () => {
  it.each<[string, object[], object[]]>([
    [
      'in pieces, by index',
      [
        part({ index: 0, id: 'a', function: { name: 'f', arguments: '' } }),
        part({ index: 1, id: 'b', function: { name: 'g' } }),
        part({ index: 0, function: { arguments: '{"x"' } }),
        part({ index: 0, function: { arguments: ':1}' } }),
      ],
      [F, G],
    ],
    [
      'whole, with index 0 for each',
      [
        part({ index: 0, id: 'a', function: F }),
        part({ index: 0, id: 'b', function: F }),
        part({ index: 0, id: 'c', function: G }),
      ],
      [F, F, G],
    ],
    [
      'without an index',
      [
        part({ id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        part({ function: { arguments: ':1}' } }),
        part({ id: 'b', function: G }),
      ],
      [F, G],
    ],
    ['without an id', [part({ index: 0, function: F }), part({ index: 1, function: G })], [F, G]],
    ['without either', [part({ function: F }), part({ function: G })], [F, G]],
    [
      'with the name in pieces',
      [
        part({ index: 0, id: 'a', function: { name: 'get_' } }),
        part({ index: 0, function: { name: 'weather', arguments: '{}' } }),
      ],
      [{ name: 'get_weather', arguments: '{}' }],
    ],
    ['with empty arguments', [part({ index: 0, id: 'a', function: { name: 'g', arguments: '' } })], [G]],
    ['with no arguments', [part({ index: 0, id: 'a', function: { name: 'g' } })], [G]],
    [
      'with the arguments as an object',
      [part({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } })],
      [F],
    ],
    [
      'several in one chunk',
      [
        {
          tool_calls: [
            { index: 0, function: F },
            { index: 1, function: G },
          ],
        },
      ],
      [F, G],
    ],
  ])('are joined: %s', async (_name, deltas, expected) => {
    // Some servers finish with `stop` although they ask for calls.
    for (const reason of ['tool_calls', 'stop']) {
      const response = await read(deltas, reason);
      expect(response.toolCalls.map((call) => call.function)).toEqual(expected);
      expect(new Set(response.toolCalls.map(({ id }) => id)).size).toBe(expected.length);
      expect(response.toolCalls.every(({ id }) => id !== '')).toBe(true);
      expect(response.finishReason).toBe('tool-calls');
    }
  });

  it('keep the text before and after them', async () => {
    const response = await read([
      { content: 'Be' },
      part({ index: 0, id: 'a', function: F }),
      { content: 'fore.' },
    ]);
    expect(response).toMatchObject({ content: 'Before.', toolCalls: [{ id: 'a' }] });
  });

  it('are not an answer if the stream is cut or reports a failure', async () => {
    const begun = event(chunk(part({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } })));
    const failed = event({ error: { message: 'Overloaded', code: 500 } });
    for (const [end, code] of [
      ['', 'STREAM_CUT'],
      [event('[DONE]').slice(0, 8), 'STREAM_CUT'],
      [failed, 'PROVIDER_FAILED'],
    ]) {
      server.respond((response) => void response.writeHead(200, SSE).end(begun + end));
      await expect(assemble(client().stream?.(hello, [], {}) ?? [])).rejects.toMatchObject({ code });
      expect(server.requests).toHaveLength(1);
    }
  });

  it('are not executed if their choice has an error', async () => {
    const error = { code: 502, message: 'The model died.' };
    const calls = part({ index: 0, id: 'a', function: F });
    const failed = { choices: [{ index: 0, delta: {}, finish_reason: 'stop', error }] };
    server.respond((response) => void response.writeHead(200, SSE).end(event(chunk(calls)) + event(failed)));
    const expected = { code: 'PROVIDER_FAILED', message: expect.stringContaining('The model died.') };
    await expect(assemble(client().stream?.(hello, [], {}) ?? [])).rejects.toMatchObject(expected);
    const whole = { choices: [{ index: 0, message: calls, finish_reason: 'stop', error }] };
    server.respond((response) => sendJson(response, JSON.stringify(whole)));
    const once = createClient({
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: server.url,
      retries: 0,
    });
    await expect(once.generate(hello, [], {})).rejects.toMatchObject(expected);
  });

  it('are sent back with null content, because empty text is refused; a message that says nothing is not sent', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'ok' })));
    const call = { id: 'a', type: 'function', function: F } as const;
    const messages: Message[] = [
      ...hello,
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'assistant', content: null },
    ];
    await client().generate(messages, [], {});
    expect(server.requests[0]?.body.messages).toEqual([
      ...hello,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
    ]);
  });
});
