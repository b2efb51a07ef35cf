import { isPlainFetch } from './is-plain-fetch.js';
import { type HttpRequest, sendOverHttp } from './send-over-http.js';

/**
 * What clients send requests with by default. It does as the global `fetch` does, and leaves everything to that which somebody may
 * have told it to do otherwise; only where that is Node's own, nothing was changed and the request is a plain one does it go straight
 * to `node:http`, which takes less than half of the CPU.
 */
export const defaultFetch: typeof globalThis.fetch = async (input, init) => {
  const request = isPlainFetch() ? toHttpRequest(input, init) : undefined;
  const response = request && (await sendOverHttp(request));
  return response ?? globalThis.fetch(input, init);
};

const KNOWN: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal']);

/** Undefined for what only `fetch` knows how to send. */
function toHttpRequest(input: string | URL | Request, init: RequestInit = {}): HttpRequest | undefined {
  const { body, method, headers, signal } = init;
  if (typeof body !== 'string' || method !== 'POST' || (typeof input !== 'string' && !isUrl(input))) {
    return undefined;
  }
  for (const [key, value] of Object.entries(init)) {
    if (value !== undefined && !KNOWN.has(key)) return undefined;
  }
  const url = new URL(input);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.hash !== '') url.hash = '';
  const plainHeaders = toPlainHeaders(headers, body);
  return plainHeaders && { url, method, headers: plainHeaders, body, signal: signal ?? undefined };
}

/** About connections, or repeated: `fetch` allows some of their values, and refuses others. */
const SPECIAL: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'upgrade',
]);

/** Undefined with headers that `node:http` sends in other bytes than `fetch`, or refuses with other errors. */
function toPlainHeaders(headers: RequestInit['headers'], body: string): HttpRequest['headers'] | undefined {
  const plain: Record<string, string | number> = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate',
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent': 'node',
  };
  for (const [name, value] of new Headers(headers)) {
    if (SPECIAL.has(name) || UNUSUAL.test(value)) return undefined;
    plain[name] = value;
  }
  plain['content-length'] = Buffer.byteLength(body);
  return plain;
}

/** `node:http` writes headers in UTF-8 where a text follows, and `fetch` in Latin-1. */
const UNUSUAL = /[^\t\x20-\x7e]/;

function isUrl(input: URL | Request): input is URL {
  return input instanceof URL;
}
