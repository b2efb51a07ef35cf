/** A server whose replies the tests choose, and requests to it. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { defaultFetch } from './default-fetch.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface SeenRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Wire {
  url: string;
  handle: Handler;
  requests: SeenRequest[];
  readonly sockets: ReadonlySet<Socket>;
}

/** For all tests of a file. */
export function startServer(): Wire {
  const sockets = new Set<Socket>();
  const wire: Wire = { url: '', handle: inOnePiece, requests: [], sockets };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    wire.requests.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
    wire.handle(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address of this form.
    wire.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    wire.requests = [];
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return wire;
}

export const inOnePiece: Handler = (_, response) => response.end('{"a":"ü"}');

export const post = (
  { url }: Wire,
  fetch: typeof globalThis.fetch,
  init: RequestInit = {},
  path = '/v1',
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', authorization: 'Bearer k' }),
    body: '{"text":"grüß dich"}',
    ...init,
  });

// The error classes of fetch differ from those of the tests.
export const TYPE_ERROR = { name: 'TypeError' };

export const BOTH = [
  ['through undici', defaultFetch],
  ['by fetch', globalThis.fetch],
] as const;

export const LONG = 'grüße 🎉 '.repeat(20_000);
