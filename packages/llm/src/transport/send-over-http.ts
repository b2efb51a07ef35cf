import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { decompress } from './decompress.js';
import { HttpReply } from './http-reply.js';
import { limitConnecting } from './limit-connecting.js';

export interface HttpRequest {
  /** Of http or https, without a name or a password. */
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/** As `fetch` of Node has them: https://github.com/nodejs/undici/blob/main/docs/docs/api/Client.md */
const CONNECT_MS = 10_000;
const AGENT_OPTIONS = { keepAlive: true, timeout: 4_000, maxFreeSockets: Number.POSITIVE_INFINITY };

/**
 * Sends a request as `fetch` does, and fails as that does: with the signal's reason, or with a TypeError whose cause says what happened.
 * Connections are kept for the next request.
 * @returns Undefined for a redirection, which was not followed
 */
export async function sendOverHttp(request: HttpRequest): Promise<Response | undefined> {
  const { url, signal } = request;
  const { send, agent } = transports.get(url.protocol) ?? (await loadTransport(url.protocol));
  // Not before: nobody listens to the signal while that is awaited.
  signal?.throwIfAborted();
  const message = await receive(request, (options) => send({ ...options, agent }));
  if (isRedirection(message)) {
    message.resume();
    return undefined;
  }
  const coding = message.headers['content-encoding'];
  const stream: Readable = coding === undefined ? message : await decompress(message, coding);
  return new HttpReply({ url: url.href, message, stream, signal });
}

interface Transport {
  readonly send: (options: object) => ClientRequest;
  readonly agent: Agent;
}

const transports = new Map<string, Transport>();

/** Loaded with the first request. Functions are looked up at each call, so that what instruments them later is used. */
async function loadTransport(protocol: string): Promise<Transport> {
  const { default: module } = protocol === 'https:' ? await import('node:https') : await import('node:http');
  // Another request may have been faster.
  const transport = transports.get(protocol) ?? {
    send: (options: object) => module.request(options),
    agent: new module.Agent(AGENT_OPTIONS),
  };
  transports.set(protocol, transport);
  return transport;
}

function receive(
  { url, method, headers, body, signal }: HttpRequest,
  send: (options: object) => ClientRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = send({ ...urlToHttpOptions(url), method, headers });
    let answered = false;
    const abort = () => outgoing.destroy();
    const fail = (cause: Error) => {
      reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    };
    signal?.addEventListener('abort', abort);
    outgoing.on('error', fail);
    outgoing.on('close', () => {
      signal?.removeEventListener('abort', abort);
      // Without an error, too, where the server changed to another protocol.
      if (!answered) fail(new Error('The connection was closed.'));
    });
    outgoing.on('response', (message) => {
      answered = true;
      resolve(message);
      if (!outgoing.writableFinished) closeAfter(message, outgoing);
    });
    limitConnecting(outgoing, CONNECT_MS);
    outgoing.end(body);
  });
}

/** A server that answers before it has the whole request may never read the rest. */
function closeAfter(message: IncomingMessage, outgoing: ClientRequest): void {
  message.on('end', () => {
    if (!outgoing.writableFinished) outgoing.destroy();
  });
}

const REDIRECTIONS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

function isRedirection({ statusCode, headers }: IncomingMessage): boolean {
  return REDIRECTIONS.has(statusCode) && headers.location !== undefined;
}
