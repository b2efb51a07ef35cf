import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from '@toolwright/contract';
import type { Endpoint } from './endpoint.js';
import { CONSUMED } from './read-body.js';
import { refuse } from './refuse-request.js';

/** Answers a request of Node's HTTP server, and of the frameworks that build on it. */
export async function handleNodeRequest(
  endpoint: Pick<Endpoint, 'answer'>,
  message: IncomingMessage,
  response: ServerResponse,
  parsedBody?: unknown,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const answer = await answerMessage(endpoint, message, parsedBody, left.signal).catch(() =>
    refuse({ status: 500, message: 'Internal error.' }),
  );
  await sendResponse(answer, response);
}

async function answerMessage(
  endpoint: Pick<Endpoint, 'answer'>,
  message: IncomingMessage,
  parsedBody: unknown,
  signal: AbortSignal,
): Promise<Response> {
  // A web `Request` cannot have these methods.
  if (/^(CONNECT|TRACE|TRACK)$/i.test(message.method ?? '')) {
    return refuse({ status: 405, message: 'Method not allowed.' });
  }
  if (parsedBody === undefined && message.method === 'POST' && message.readableDidRead)
    return refuse(CONSUMED);
  return endpoint.answer(toWebRequest(message, parsedBody === undefined, signal), parsedBody);
}

function toWebRequest(message: IncomingMessage, hasBody: boolean, signal: AbortSignal): Request {
  const { method = 'GET' } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    // The pseudo-headers of HTTP/2 begin with a colon.
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  const host = message.headers.host ?? message.headers[':authority'];
  headers.set('host', String(host ?? ''));
  return new Request(urlOf(message), {
    method,
    headers,
    signal,
    ...(hasBody && method === 'POST' ? { body: bodyOf(message), duplex: 'half' } : {}),
  });
}

/** Express removes the path at which a handler is mounted from `url`. The host is in the headers, where it is checked. */
function urlOf(message: IncomingMessage & { readonly originalUrl?: string }): string {
  const url = message.originalUrl ?? message.url ?? '/';
  return `http://host.invalid${url.startsWith('/') ? url : '/'}`;
}

/** Reads a body only on demand, and never destroys the message, because the response is sent over the same socket. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
