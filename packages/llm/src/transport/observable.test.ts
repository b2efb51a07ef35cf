import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../client/create-client.js';
import type { ExchangeReply, ExchangeRequest } from './observable.js';

const KEY = 'a-key-of-no-known-form';
const servers: Server[] = [];
let requests: ExchangeRequest[] = [];
let replies: ExchangeReply[] = [];
const onRequest = (message: unknown) => requests.push(message as ExchangeRequest);
const onReply = (message: unknown) => replies.push(message as ExchangeReply);

beforeEach(() => {
  requests = [];
  replies = [];
  subscribe('toolwright:request', onRequest);
  subscribe('toolwright:reply', onReply);
});
afterEach(async () => {
  unsubscribe('toolwright:request', onRequest);
  unsubscribe('toolwright:reply', onReply);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function clientOf(listener: RequestListener) {
  const server = createServer((request, response) => {
    request.resume();
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return createClient({ provider: 'openai', model: 'gpt-4.1', apiKey: KEY, baseUrl });
}

const answer = (content: string) =>
  JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] });

const ask = [{ role: 'user', content: 'Hello?' }] as const;

// K2
describe('an exchange', () => {
  it('is published with its request and reply, and without the key', async () => {
    const client = await clientOf((_request, response) => {
      response.setHeader('content-type', 'application/json').setHeader('set-cookie', 'session=abc');
      response.end(answer('sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd'));
    });
    await client.generate(ask, [], {});
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: expect.stringMatching(/\/v1\/chat\/completions$/),
        headers: { authorization: '[redacted]' },
        body: expect.stringContaining('"content":"Hello?"'),
      },
    ]);
    expect(replies).toMatchObject([
      {
        exchange: requests[0]?.exchange,
        status: 200,
        headers: { 'set-cookie': '[redacted]' },
        body: expect.stringContaining('"content":"[redacted]"'),
      },
    ]);
    expect(replies[0]?.durationMs).toBeGreaterThan(0);
    expect(JSON.stringify([requests, replies])).not.toContain(KEY);
  });

  it('has the request as JSON, with the schemas of secret parameters and without their values', async () => {
    const client = await clientOf((_request, response) => {
      response.setHeader('content-type', 'application/json').end(answer('Done.'));
    });
    const parameters = {
      type: 'object',
      properties: { user: { type: 'string' }, apiToken: { type: 'string' } },
    } as const;
    const messages = [{ role: 'user', content: '{"apiToken": 123456, "user": "Ada"}' }] as const;
    await client.generate(
      messages,
      [{ name: 'login', description: 'Signs in.', parameters, annotations: {} }],
      {},
    );
    const sent = JSON.parse(requests[0]?.body ?? '');
    expect(sent.tools[0].function.parameters.properties.apiToken).toMatchObject({ type: ['string', 'null'] });
    expect(JSON.parse(sent.messages[0].content)).toEqual({ apiToken: '[redacted]', user: 'Ada' });
  });

  it('is another one for each retry', async () => {
    let tries = 0;
    const client = await clientOf((_request, response) => {
      tries++;
      response.statusCode = tries === 1 ? 429 : 200;
      response.setHeader('content-type', 'application/json').setHeader('retry-after', '0');
      response.end(tries === 1 ? '{"error":{"message":"slow"}}' : answer('done'));
    });
    await client.generate(ask, [], {});
    expect(replies.map(({ status }) => status)).toEqual([429, 200]);
    expect(new Set(requests.map(({ exchange }) => exchange)).size).toBe(2);
  });

  it('has the whole of a streamed body, and the reader gets the same', async () => {
    const events = ['He', 'llo'].map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
    const client = await clientOf((_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(events[0]);
      setTimeout(() => response.end(`${events[1]}data: [DONE]\n\n`), 20);
    });
    let text = '';
    for await (const delta of client.stream?.(ask, [], {}) ?? [])
      if (delta.type === 'text-delta') text += delta.text;
    expect(text).toBe('Hello');
    expect(replies[0]?.body).toBe(`${events.join('')}data: [DONE]\n\n`);
  });

  it('ends with the error if no reply comes, or if it breaks off', async () => {
    const client = await clientOf((_request, response) => response.socket?.destroy());
    await expect(client.generate(ask, [], {})).rejects.toThrow();
    expect(replies.length).toBeGreaterThan(0);
    expect(replies.every(({ status, error }) => status === undefined && error !== undefined)).toBe(true);
    expect(replies.map(({ exchange }) => exchange)).toEqual(requests.map(({ exchange }) => exchange));
  });

  it('tells how much of a long body was left out', async () => {
    const client = await clientOf((_request, response) => {
      response.setHeader('content-type', 'application/json').end(answer('x'.repeat(1_500_000)));
    });
    await client.generate([{ role: 'user', content: 'y'.repeat(2_000_000) }], [], {});
    expect(requests[0]?.body.length).toBe(1_000_000);
    expect(requests[0]?.omitted).toBeGreaterThan(1_000_000);
    expect(replies[0]?.omitted).toBeGreaterThan(500_000);
  });
});

it('leaves fetch alone without subscribers', async () => {
  unsubscribe('toolwright:request', onRequest);
  unsubscribe('toolwright:reply', onReply);
  expect(channel('toolwright:request').hasSubscribers).toBe(false);
  const client = await clientOf((_request, response) => {
    response.setHeader('content-type', 'application/json').end(answer('done'));
  });
  expect((await client.generate(ask, [], {})).content).toBe('done');
  expect([...requests, ...replies]).toEqual([]);
});
