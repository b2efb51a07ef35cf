import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from '@toolwright/contract';
import type { Endpoint } from './endpoint.js';
import { CONSUMED } from './read-body.js';
import { refuse } from './refuse-request.js';

/** Answers a request of Node's HTTP server, and of the frameworks that build on it. */
export async function handleNodeRequest(
  endpoint: Endpoint,
  message: IncomingMessage,
  response: ServerResponse,
  parsedBody?: unknown,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const hasBody = message.method === 'POST' && parsedBody === undefined;
  const answer = async (): Promise<Response> => {
    if (hasBody && message.readableDidRead) return refuse(CONSUMED);
    return endpoint.answer(toWebRequest(message, hasBody, left.signal), parsedBody);
  };
  const answered = await answer().catch(() => refuse({ status: 500, message: 'Internal error.' }));
  await sendResponse(answered, response);
}

function toWebRequest(message: IncomingMessage, hasBody: boolean, signal: AbortSignal): Request {
  // The pseudo-headers of HTTP/2 begin with a colon.
  const sent = Object.entries(message.headers).filter(([name]) => !name.startsWith(':'));
  const headers = new Headers(sent.map(([name, value]) => [name, String(value)]));
  headers.set('host', String(message.headers.host ?? message.headers[':authority'] ?? ''));
  // Express removes the path at which a handler is mounted from `url`.
  const url = String(Reflect.get(message, 'originalUrl') ?? message.url);
  // The host is in the headers, where it is checked.
  return new Request(`http://host.invalid${url.startsWith('/') ? url : '/'}`, {
    method: message.method ?? 'GET',
    headers,
    signal,
    ...(hasBody ? { body: bodyOf(message), duplex: 'half' } : {}),
  });
}

/** Reads a body only on demand, and never destroys the message, because the response is sent over the same socket. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message.iterator({ destroyOnReturn: false });
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}
