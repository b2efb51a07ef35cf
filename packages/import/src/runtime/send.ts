import { isRecord } from '@toolwright/contract';
import { ApiError } from './api-error.js';
import type { Deadline } from './deadline.js';

/** What is sent, as `fetch` takes it. */
export interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
}

/** Bounds of one request. */
export interface SendLimits {
  readonly fetch: typeof fetch;
  readonly deadline: Deadline;
  readonly maxBytes: number;
  /** Whether the body of a success is not read. */
  readonly isSkipped: boolean;
}

/** An answer that was read. */
export interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a request and reads its answer. Follows redirects of GET and HEAD on the same server; other servers must not get anything of a
 * request. The errors of the platform are not passed on, because they may hold addresses and headers with credentials.
 * @throws ApiError for other redirects
 */
export async function sendRequest(
  operation: string,
  address: string,
  sending: Sending,
  limits: SendLimits,
): Promise<Answer> {
  const { deadline } = limits;
  const { host, origin } = new URL(address);
  const safely = <Value>(work: () => Promise<Value>): Promise<Value> =>
    deadline.wait(
      work,
      (error, late) => new Error(`${operation}: the request to ${host} failed: ${late ?? reasonOf(error)}.`),
    );
  let url = address;
  for (let hops = 0; ; hops += 1) {
    const response = await safely(() =>
      limits.fetch(url, { ...sending, signal: deadline.signal, redirect: 'manual' }),
    );
    const target = targetOf(response, url);
    if (target === undefined) {
      const isSkipped = limits.isSkipped && response.ok;
      if (isSkipped) await safely(async () => response.body?.cancel());
      const bytes = isSkipped ? new Uint8Array() : await safely(() => readBytes(response, limits.maxBytes));
      if (bytes === undefined)
        throw new Error(`${operation}: the answer is larger than ${limits.maxBytes} bytes (maxBytes).`);
      return { status: response.status, isOk: response.ok, headers: response.headers, bytes };
    }
    await safely(async () => response.body?.cancel());
    const isSafe = sending.method === 'GET' || sending.method === 'HEAD';
    if (!isSafe || hops >= MAX_HOPS || target.origin !== origin) {
      const shown = target.protocol === 'about:' ? 'an address' : `${target.origin}${target.pathname}`;
      const text = `It redirects to ${shown}, which is not followed.`;
      throw new ApiError(operation, response.status, text, response.headers);
    }
    url = target.href;
  }
}

const MAX_HOPS = 5;

/** The address that an answer redirects to. */
function targetOf({ status, type, headers }: Response, url: string): URL | undefined {
  // Browsers do not show where a redirect leads.
  if (type === 'opaqueredirect' && status === 0) return new URL('about:blank');
  const location = [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : null;
  if (location === null || !URL.canParse(location, url)) return undefined;
  return new URL(location, url);
}

/** Reads the body of an answer; undefined if it is larger. */
export async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A code of the system, such as `ECONNREFUSED`, which holds nothing of the request. */
function reasonOf(error: unknown): string {
  let at: unknown = error;
  for (let hops = 0; isRecord(at) && hops < 5; hops += 1, at = at.cause) {
    if (typeof at.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(at.code)) return at.code;
  }
  return isRecord(error) && /^\w{1,60}$/.test(String(error.name)) ? String(error.name) : 'unknown error';
}
