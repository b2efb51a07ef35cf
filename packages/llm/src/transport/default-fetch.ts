import { builtInModule, requirePackage } from '@toolwright/contract';
import { assertFetch } from './assert-fetch.js';
import { decompress } from './decompress.js';
import { HttpReply } from './http-reply.js';
import { REDIRECTS } from './within-origin.js';

/**
 * The default `fetch` of clients. As long as the global `fetch` is Node's own, a plain request is sent with undici's `request`, which
 * takes a third of the CPU time. Node's `fetch` is built on undici and uses the same global dispatcher, so connections, proxies, mocks
 * and tracing are the same. All other requests go to the global `fetch`, which is looked up for each request. See
 * docs/decisions/0009-requests-go-through-undici.md.
 */
export const defaultFetch: typeof globalThis.fetch = async (input, init) => {
  assertFetch();
  const request = isNodesFetch(globalThis.fetch) ? toPlainRequest(input, init) : undefined;
  if (request !== undefined) {
    const response = await send(request, loadUndici());
    if (response !== undefined) return response;
  }
  return globalThis.fetch(input, init);
};

interface PlainRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
  readonly follows: boolean;
}

const KNOWN: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal', 'redirect']);

/** Returns undefined for requests that only `fetch` can send. */
function toPlainRequest(input: string | URL | Request, init: RequestInit = {}): PlainRequest | undefined {
  const { body, method, headers, signal, redirect = 'follow' } = init;
  if (typeof body !== 'string' || method !== 'POST' || input instanceof Request) return undefined;
  if (redirect === 'error') return undefined;
  for (const [key, value] of Object.entries(init)) {
    if (value !== undefined && !KNOWN.has(key)) return undefined;
  }
  const url = new URL(input);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (url.hash !== '') url.hash = '';
  const plainHeaders = toPlainHeaders(headers);
  const follows = redirect === 'follow';
  return plainHeaders && { url, headers: plainHeaders, body, signal: signal ?? undefined, follows };
}

/** Connection headers, for which `fetch` has its own rules. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...['connection', 'expect', 'host', 'keep-alive', 'set-cookie', 'transfer-encoding', 'upgrade'],
]);

function toPlainHeaders(headers: RequestInit['headers']): Record<string, string> | undefined {
  const plain: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate',
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent': 'node',
  };
  for (const [name, value] of headers instanceof Headers ? headers : new Headers(headers)) {
    if (SPECIAL.has(name)) return undefined;
    // undici computes the length itself.
    if (name !== 'content-length') plain[name] = value;
  }
  return plain;
}

/**
 * Sends a request. Fails like `fetch`: with the signal's reason, or with a TypeError whose cause explains the failure.
 * @returns undefined for a redirect that is to be followed, or if undici is unavailable
 */
async function send(
  { url, headers, body, signal, follows }: PlainRequest,
  undici: Undici | undefined,
): Promise<Response | undefined> {
  if (undici === undefined) return undefined;
  // The signal may have been aborted while the module was loading.
  signal?.throwIfAborted();
  try {
    // The client has its own timeouts, which depend on whether the reply is streamed.
    const limits = { headersTimeout: 0, bodyTimeout: 0 };
    const reply = await undici.request(url, {
      method: 'POST',
      headers,
      body,
      signal: signal ?? null,
      ...limits,
    });
    if (follows && REDIRECTS.has(reply.statusCode) && reply.headers.location !== undefined) {
      await reply.body.dump();
      return undefined;
    }
    const coding = reply.headers['content-encoding'];
    const stream = coding === undefined ? reply.body : decompress(reply.body, String(coding));
    return new HttpReply({ url: url.href, reply, stream, signal });
  } catch (cause) {
    throw signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause });
  }
}

type Undici = Pick<typeof import('undici'), 'request'>;

let loaded: Undici | undefined | null = null;

/** Returns undefined in a bundle, which does not contain undici. */
function loadUndici(): Undici | undefined {
  if (loaded === null)
    loaded = requirePackage('undici', '@toolwright/llm', import.meta.url) as Undici | undefined;
  return loaded;
}

const verdicts = new WeakMap<object, boolean>();

/** Returns false for a `fetch` that a test, a tracer or another runtime installed, or wrapped around Node's. */
function isNodesFetch(fetch: typeof globalThis.fetch): boolean {
  const known = verdicts.get(fetch);
  if (known !== undefined) return known;
  const source = Function.prototype.toString.call(fetch);
  const isProxy = builtInModule('util')?.types.isProxy(fetch) ?? false;
  const verdict = !isProxy && source.includes('internal/deps/undici/undici');
  verdicts.set(fetch, verdict);
  return verdict;
}
