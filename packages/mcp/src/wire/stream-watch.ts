import { AsyncLocalStorage } from 'node:async_hooks';
import { isRecord, isToolwrightError, type ToolwrightError } from '@toolwright/contract';
import type { Border } from './border.js';
import { EventRewriter } from './event-rewriter.js';
import { limitResponse } from './limit-response.js';

/**
 * Limits for resuming a broken stream: the number of consecutive attempts by the SDK, and the delay before each unless the server specifies
 * one. After the last attempt, the rest of the stream is lost.
 */
export const RESUMPTION = {
  maxRetries: 3,
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5_000,
  reconnectionDelayGrowFactor: 2,
} as const;

/** Called when the response can no longer arrive. Receives an error if the response itself was refused. */
type OnEnd = (reason?: ToolwrightError) => void;

/** The requests of the running code, one per connection. Shared, because on Node 20 each storage in use slows down every promise. */
const current = new AsyncLocalStorage<Map<StreamWatch, WatchedRequest>>();

/**
 * Detects that the response to a call can no longer arrive, because the SDK would keep waiting. Also remembers the position in each stream,
 * which the SDK forgets after a reconnection that delivers no events.
 */
export class StreamWatch {
  readonly #border: Border;
  /** The ids of unanswered messages. */
  readonly #unanswered = new Set<unknown>();
  /** The stream for messages that the server sends on its own initiative. */
  readonly #own: Stream = { end: () => undefined, failures: 0, position: '' };

  constructor(border: Border) {
    this.#border = border;
  }

  /** Runs an action. @param onEnd called when the stream of the action's request was closed without a response and cannot be resumed */
  run<Result>(onEnd: OnEnd, action: () => Result): Result {
    const stream: Stream = { end: onEnd, failures: 0, position: '' };
    return current.run(new Map(current.getStore()).set(this, { onEnd, stream }), action);
  }

  /** Records that a response has arrived. */
  answered(id: unknown): void {
    this.#unanswered.delete(id);
  }

  /** The `fetch` function for the transport. Resumes a stream in the async context of its request. */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = current.getStore()?.get(this);
    if (init?.method === 'GET') return this.#follow(request?.stream ?? this.#own, url, init);
    const id = init?.method === 'POST' ? idOf(init.body) : undefined;
    if (id === undefined) return limitResponse(await fetch(url, init), this.#border.tooLarge);
    // A request can consist of several messages, each with its own stream, because of the server's questions.
    const stream = request === undefined ? this.#begin() : this.#expect(id, request);
    try {
      return await this.#read(stream, await fetch(url, init));
    } catch (error) {
      this.#unanswered.delete(id);
      throw error;
    }
  };

  /** Creates the stream for a message that is sent while connecting. If the response is refused, the whole connection is closed. */
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

  /** Opens the stream for the server's own messages, or resumes another stream. */
  async #follow(stream: Stream, url: string | URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.delete(POSITION);
    if (stream.position !== '') headers.set(POSITION, stream.position);
    else if (stream !== this.#own) {
      // The server has cleared the position, so the stream cannot be resumed.
      stream.end();
      return new Response(null, { status: 405 });
    }
    stream.failures += 1;
    const isLast = stream.failures >= RESUMPTION.maxRetries;
    const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (isLast) stream.end();
      throw error;
    });
    // If the server does not know the event or has no more data, another attempt would not help.
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
    // The delay lets the client read data that already arrived.
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
          // Resuming would only repeat the same message.
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
  /** The stream of the most recently sent message. */
  stream: Stream;
}

interface Stream {
  /** Calls `onEnd` if the message that opened the stream is unanswered. */
  readonly end: OnEnd;
  /** The number of consecutive failed attempts to resume. */
  failures: number;
  /** The last event ID, from which the stream can be resumed; empty if it cannot be resumed. */
  position: string;
}

const POSITION = 'last-event-id';

const FINAL_STATUS: ReadonlySet<number> = new Set([204, 400, 404, 405]);

const GRACE_MS = 50;
