import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface RecordedRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** Resolves when the client has closed the connection of this request. */
  readonly closed: Promise<void>;
}

export type Handler = (
  response: ServerResponse,
  request: RecordedRequest,
  index: number,
) => void | Promise<void>;

export interface RawServer {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** How many connections are open. */
  connections(): Promise<number>;
  /** Closes idle connections and counts the others. Connections that `fetch` keeps in its pool do not count. */
  countBusy(): number;
  /** Sets the handler of the next requests, and clears the recorded ones. */
  respond(handler: Handler): void;
  close(): Promise<void>;
}

/** An HTTP server on the loopback interface whose replies a test writes byte by byte. */
export async function startRawServer(): Promise<RawServer> {
  const requests: RecordedRequest[] = [];
  let handle: Handler = (response) => {
    response.writeHead(500).end('no handler');
  };
  const server = createServer(async (incoming, response) => {
    const closed = new Promise<void>((resolve) => response.on('close', resolve));
    const body = JSON.parse(await readAll(incoming)) as Record<string, unknown>;
    const request = { url: incoming.url ?? '', headers: incoming.headers, body, closed };
    requests.push(request);
    await handle(response, request, requests.length - 1);
  });
  // On a busy machine it could close a connection just as the next request is sent on it.
  server.keepAliveTimeout = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    connections: () => countConnections(server),
    countBusy() {
      server.closeIdleConnections();
      return [...sockets].filter(({ bytesRead }) => bytesRead > 0).length;
    },
    respond(handler) {
      requests.length = 0;
      handle = handler;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One server for all tests of a file. */
export function sharedRawServer(): RawServer {
  let started: RawServer | undefined;
  const server = (): RawServer => {
    if (started === undefined) throw new Error('The server runs only during tests.');
    return started;
  };
  beforeAll(async () => {
    started = await startRawServer();
  });
  afterAll(() => started?.close());
  return {
    get url() {
      return server().url;
    },
    get requests() {
      return server().requests;
    },
    connections: () => server().connections(),
    countBusy: () => server().countBusy(),
    respond: (handler) => server().respond(handler),
    close: () => server().close(),
  };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // Without an encoding, a request body is read as buffers.
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export const SSE = { 'content-type': 'text/event-stream' };

/** One event of a stream. */
export function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** A chunk of a chat completion. */
export function chunk(delta: object, finishReason: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

/** A whole stream of these deltas that finishes as the protocol requires. */
export function streamOf(deltas: readonly object[], finishReason = 'stop'): string {
  const events = [...deltas.map((delta) => chunk(delta)), chunk({}, finishReason), '[DONE]'];
  return events.map(event).join('');
}

/** A whole chat completion. */
export function completion(message: object, finishReason = 'stop', more: object = {}): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
    ...more,
  });
}

export function sendJson(response: ServerResponse, body: string, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
