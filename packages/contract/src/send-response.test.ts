// M7
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendResponse } from './send-response.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function request(response: Response): Promise<IncomingMessage> {
  const server = createServer((_, target) => void sendResponse(response, target)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const sent = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // It listens on a port.
  const [received] = await once(sent, 'response');
  return received;
}

it('sends status, headers, several cookies and the body', async () => {
  const headers = new Headers({ 'content-type': 'text/plain' });
  for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie);
  const received = await request(new Response('Hello', { status: 201, headers }));
  expect([received.statusCode, received.headers['set-cookie']]).toEqual([201, ['a=1', 'b=2']]);
  expect((await received.setEncoding('utf8').toArray()).join('')).toBe('Hello');
});

it('waits for a slow client, and cancels the body when it leaves', async () => {
  let pulled = 0;
  let cancelled = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    pulled += 1;
    controller.enqueue(new Uint8Array(1_000_000));
  };
  const body = new ReadableStream({ pull, cancel: () => cancelled() }, { highWaterMark: 0 });
  const received = await request(new Response(body));
  // The client reads nothing, so an endless body stops at what the sockets hold.
  let before = -1;
  while (before !== pulled) {
    before = pulled;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(pulled).toBeGreaterThan(0);
  received.destroy();
  await left;
});

it('breaks the connection if the body fails', async () => {
  const pull = (): never => {
    throw new Error('broken');
  };
  const received = await request(new Response(new ReadableStream({ pull }, { highWaterMark: 0 })));
  await expect(received.toArray()).rejects.toThrow('aborted');
});
