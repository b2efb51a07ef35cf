import { isRecord } from '@toolwright/contract';
import type { Refusal, ShownError } from '../../../src/protocol/requests.js';

/** The error for a request that the server refused, or that did not reach the server. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly shown: ShownError,
    /** The HTTP status of the response; 0 if there was no response. */
    readonly status: number,
  ) {
    super(shown.message);
  }
}

export interface RequestInput {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends requests to Studio's server with the token of the page. */
export type Api = <Reply>(path: string, input?: RequestInput) => Promise<Reply>;

/** @param onUnauthorized called when the server does not accept the token */
export function createApi(token: string, onUnauthorized: () => void): Api {
  return async <Reply>(path: string, { method = 'GET', body, signal }: RequestInput = {}) => {
    const response = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (response.status === 401) onUnauthorized();
    if (!response.ok) throw new RequestError(await readRefusal(response), response.status);
    // The server and the page have the same version and share their types.
    return (await response.json()) as Reply;
  };
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`./api/${path}`, { ...init, cache: 'no-store', credentials: 'omit' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const hint = 'Is `toolwright dev` still running? Look at its terminal.';
    throw new RequestError({ code: 'UNREACHABLE', message: 'Studio does not answer.', hint }, 0);
  }
}

async function readRefusal(response: Response): Promise<ShownError> {
  const text = await response.text();
  try {
    const refusal: unknown = JSON.parse(text);
    // Only refusals by Studio's server have this shape.
    if (isRecord(refusal) && isRecord(refusal.error)) return (refusal as unknown as Refusal).error;
  } catch {
    // A response that is not JSON is shown unchanged.
  }
  return { code: `HTTP_${response.status}`, message: text.slice(0, 500) || `Status ${response.status}.` };
}

export function toShownError(error: unknown): ShownError {
  if (error instanceof RequestError) return error.shown;
  return { code: 'UNEXPECTED', message: error instanceof Error ? error.message : String(error) };
}
