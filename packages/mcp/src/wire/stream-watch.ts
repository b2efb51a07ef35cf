import { AsyncLocalStorage } from 'node:async_hooks';
import { isRecord } from '@toolwright/contract';
import { limitedFetch } from './limit-response.js';

/**
 * How often in a row the SDK tries to resume a broken stream, and how long it waits if the server names no delay. After that, the rest
 * of the stream is lost.
 */
export const RESUMPTION = {
  maxRetries: 3,
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5_000,
  reconnectionDelayGrowFactor: 2,
} as const;

/** Detects that the answer to a call can no longer come. The SDK would keep waiting. */
export class StreamWatch {
  readonly #current = new AsyncLocalStorage<WatchedRequest>();
  /** Messages that wait for their answers, by id. */
  readonly #unanswered = new Set<unknown>();

  /** @param onEnd called when the stream of a request that `action` sends has ended without an answer and cannot be resumed */
  run<Result>(onEnd: () => void, action: () => Result): Result {
    return this.#current.run({ onEnd, onStreamEnd: onEnd, failures: 0, isResumable: false }, action);
  }

  /** An answer has arrived. */
  answered(id: unknown): void {
    this.#unanswered.delete(id);
  }

  /** For the transport, which resumes a stream in the async context of its request. */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = this.#current.getStore();
    if (request === undefined) return limitedFetch(url, init);
    if (init !== undefined && isResumption(init)) return resume(request, url, init);
    if (init?.method !== 'POST') return limitedFetch(url, init);
    // Questions of the server make several messages of one request. Each has its own stream.
    const id = idOf(init.body);
    if (id !== undefined) this.#expect(id, request);
    try {
      return watchStream(request, await limitedFetch(url, init));
    } catch (error) {
      this.#unanswered.delete(id);
      throw error;
    }
  };

  #expect(id: unknown, request: WatchedRequest): void {
    this.#unanswered.add(id);
    request.onStreamEnd = () => {
      if (this.#unanswered.delete(id)) request.onEnd();
    };
  }
}

function idOf(body: unknown): unknown {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
  return isRecord(message) ? message.id : undefined;
}

function isResumption({ method, headers }: RequestInit): boolean {
  return method === 'GET' && new Headers(headers).has('last-event-id');
}

interface WatchedRequest {
  readonly onEnd: () => void;
  /** Calls `onEnd` if the message that opened the stream has no answer. */
  onStreamEnd: () => void;
  /** Failed attempts to resume in a row. */
  failures: number;
  isResumable: boolean;
}

async function resume(request: WatchedRequest, url: string | URL, init: RequestInit): Promise<Response> {
  request.failures += 1;
  const isLast = request.failures >= RESUMPTION.maxRetries;
  const response = await limitedFetch(url, init).catch((error: unknown) => {
    if (isLast) request.onEnd();
    throw error;
  });
  // If the server does not know the event or has nothing more, another attempt cannot help.
  if (isLast || FINAL_STATUS.has(response.status)) {
    if (!response.ok || response.status === 204) request.onEnd();
  }
  if (response.ok) request.failures = 0;
  return watchStream(request, response);
}

const FINAL_STATUS: ReadonlySet<number> = new Set([204, 400, 404, 405]);

function watchStream(request: WatchedRequest, response: Response): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(watched(response.body, request), { status, statusText, headers });
}

function watched(body: ReadableStream<Uint8Array>, request: WatchedRequest): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const { onStreamEnd } = request;
  // Data that has arrived is read first.
  const end = (): void => {
    if (!request.isResumable) setTimeout(onStreamEnd, GRACE_MS).unref();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          end();
          return;
        }
        request.isResumable ||= HAS_ID.test(Buffer.from(value).toString('latin1'));
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        end();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const GRACE_MS = 50;

/** A server that cannot resume sends an empty id. */
const HAS_ID = /^id:[ \t]*[^\s]/m;
