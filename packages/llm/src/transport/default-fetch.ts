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
  if (typeof body !== 'string' || method === undefined || (typeof input !== 'string' && !isUrl(input))) {
    return undefined;
  }
  for (const [key, value] of Object.entries(init)) {
    if (value !== undefined && !KNOWN.has(key)) return undefined;
  }
  const url = new URL(input);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return { url, method, headers: new Headers(headers), body, signal: signal ?? undefined };
}

function isUrl(input: URL | Request): input is URL {
  return input instanceof URL;
}
