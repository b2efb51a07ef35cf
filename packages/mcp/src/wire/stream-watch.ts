import { AsyncLocalStorage } from 'node:async_hooks';
import { isRecord, isToolwrightError, type ToolwrightError } from '@toolwright/contract';
import type { Border } from './border.js';
import { EventRewriter } from './event-rewriter.js';
import { limitResponse } from './limit-response.js';

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

/** Called when the answer can no longer come, with the reason if it is the answer itself. */
type OnEnd = (reason?: ToolwrightError) => void;

/**
 * Detects that the answer to a call can no longer come: the SDK would keep waiting. And keeps the position in each stream, which the SDK
 * forgets at each reconnection without events.
 */
export class StreamWatch {
  readonly #border: Border;
  readonly #current = new AsyncLocalStorage<WatchedRequest>();
  /** Messages that wait for their answers, by id. */
  readonly #unanswered = new Set<unknown>();
  /** The stream of what the server says by itself. */
  readonly #own: Stream = { end: () => undefined, failures: 0, position: '' };

  constructor(border: Border) {
    this.#border = border;
  }

  /** @param onEnd called when the stream of a request that `action` sends has ended without an answer and cannot be resumed */
  run<Result>(onEnd: OnEnd, action: () => Result): Result {
    const stream: Stream = { end: onEnd, failures: 0, position: '' };
    return this.#current.run({ onEnd, stream }, action);
  }

  /** An answer has arrived. */
  answered(id: unknown): void {
    this.#unanswered.delete(id);
  }

  /** For the transport, which resumes a stream in the async context of its request. */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = this.#current.getStore();
    if (init?.method === 'GET') return this.#follow(request?.stream ?? this.#own, url, init);
    const id = init?.method === 'POST' ? idOf(init.body) : undefined;
    if (id === undefined) return limitResponse(await fetch(url, init), this.#border.tooLarge);
    // Questions of the server make several messages of one request. Each has its own stream.
    const stream = request === undefined ? this.#begin() : this.#expect(id, request);
    try {
      return await this.#read(stream, await fetch(url, init));
    } catch (error) {
      this.#unanswered.delete(id);
      throw error;
    }
  };

  /** While connecting, nothing else can be done with the connection. */
  #begin(): Stream {
    const end: OnEnd = (reason) => {
      if (reason !== undefined) this.#border.fail();
    };
    return { end, failures: 0, position: '' };
  }

  #expect(id: unknown, request: WatchedRequest): Stream {
    this.#unanswered.add(id);
    const end: OnEnd = (reason) => {
      if (this.#unanswered.delete(id)) request.onEnd(reason);
    };
    request.stream = { end, failures: 0, position: '' };
    return request.stream;
  }

  /** Opens the server's own stream, or resumes one. */
  async #follow(stream: Stream, url: string | URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.delete(POSITION);
    if (stream.position !== '') headers.set(POSITION, stream.position);
    else if (stream !== this.#own) {
      // The server has cleared the position, so this would not be the same stream.
      stream.end();
      return new Response(null, { status: 405 });
    }
    stream.failures += 1;
    const isLast = stream.failures >= RESUMPTION.maxRetries;
    const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (isLast) stream.end();
      throw error;
    });
    // If the server does not know the event or has nothing more, another attempt cannot help.
    if (isLast || FINAL_STATUS.has(response.status)) {
      if (!response.ok || response.status === 204) stream.end();
    }
    if (response.ok) stream.failures = 0;
    return this.#read(stream, response);
  }

  async #read(stream: Stream, response: Response): Promise<Response> {
    const { status, statusText, headers, body } = response;
    const type = headers.get('content-type') ?? '';
    if (body === null) return response;
    if (type.startsWith('text/event-stream')) {
      return new Response(this.#rewritten(body, stream), { status, statusText, headers });
    }
    const limited = limitResponse(response, this.#border.tooLarge);
    if (!type.startsWith('application/json')) return limited;
    return new Response(this.#border.readText(await limited.text()), { status, statusText, headers });
  }

  #rewritten(body: ReadableStream<Uint8Array>, stream: Stream): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const encoder = new TextEncoder();
    const { tooLarge, readText } = this.#border;
    const onId = (id: string): void => {
      stream.position = id;
    };
    const rewriter = new EventRewriter({ onId, tooLarge, readData: readText });
    // Data that has arrived is read first.
    const end = (): void => {
      if (stream.position === '') setTimeout(() => stream.end(), GRACE_MS).unref();
    };
    return new ReadableStream({
      async pull(controller) {
        try {
          for (let text = ''; text === ''; ) {
            const { done, value } = await reader.read();
            if (done) {
              controller.close();
              end();
              return;
            }
            text = rewriter.write(value);
            if (text !== '') controller.enqueue(encoder.encode(text));
          }
        } catch (error) {
          controller.error(error);
          if (!isToolwrightError(error)) return end();
          // The same message would come again.
          stream.position = '';
          stream.end(error);
          await reader.cancel().catch(() => undefined);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }
}

function idOf(body: unknown): unknown {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
  return isRecord(message) ? message.id : undefined;
}

interface WatchedRequest {
  readonly onEnd: OnEnd;
  /** Of the message that was sent last. */
  stream: Stream;
}

interface Stream {
  /** Calls `onEnd` if the message that opened the stream has no answer. */
  readonly end: OnEnd;
  /** Failed attempts to resume in a row. */
  failures: number;
  /** The last event ID: where to resume it. Empty if it cannot be resumed. */
  position: string;
}

const POSITION = 'last-event-id';

const FINAL_STATUS: ReadonlySet<number> = new Set([204, 400, 404, 405]);

const GRACE_MS = 50;
