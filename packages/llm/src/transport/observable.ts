import { builtInModule, errorMessage, randomUuid, textStart } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';

const channels = builtInModule('diagnostics_channel');
const requests = channels?.channel('toolwright:request');
const replies = channels?.channel('toolwright:reply');

/** The maximum length of a published body in characters. */
const MAX_BODY = 1_000_000;

/** The message for subscribers of `toolwright:request`. Secrets are masked. */
export interface ExchangeRequest {
  /** The id that links the request to its reply. */
  readonly exchange: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of characters omitted from the body. */
  readonly omitted?: number;
}

/** The message for subscribers of `toolwright:reply`, published once the body was read. Secrets are masked. */
export interface ExchangeReply {
  readonly exchange: string;
  /** Absent if no reply arrived. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly omitted?: number;
  /** The reason why no reply arrived, or why it ended early. */
  readonly error?: string;
  readonly durationMs: number;
}

/**
 * Wraps `fetch` so that each exchange is published on the channels `toolwright:request` and `toolwright:reply` of
 * `node:diagnostics_channel`. Without subscribers, calls `fetch` directly.
 */
export function observable(
  fetch: typeof globalThis.fetch,
  redaction: () => Redaction,
): typeof globalThis.fetch {
  return (input, init) =>
    requests?.hasSubscribers || replies?.hasSubscribers
      ? exchange(fetch, input, init, redaction())
      : fetch(input, init);
}

async function exchange(
  fetch: typeof globalThis.fetch,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  redaction: Redaction,
): Promise<Response> {
  const id = randomUuid();
  const startedAt = performance.now();
  const request = input instanceof Request ? input : undefined;
  requests?.publish({
    exchange: id,
    method: init?.method ?? request?.method ?? 'GET',
    url: redaction.redact(request?.url ?? String(input)),
    headers: maskHeaders(new Headers(init?.headers ?? request?.headers), redaction),
    ...cut(typeof init?.body === 'string' ? redaction.redactBody(init.body) : ''),
  } satisfies ExchangeRequest);
  const tell = once((reply: Omit<ExchangeReply, 'exchange' | 'durationMs'>) => {
    replies?.publish({
      exchange: id,
      ...reply,
      durationMs: performance.now() - startedAt,
    } satisfies ExchangeReply);
  });
  try {
    const response = await fetch(input, init);
    return watchBody(response, init?.signal ?? undefined, redaction, tell);
  } catch (error) {
    tell({ headers: {}, body: '', error: redaction.redact(errorMessage(error)) });
    throw error;
  }
}

type Tell = (reply: Omit<ExchangeReply, 'exchange' | 'durationMs'>) => void;

/** Returns a copy of the response that collects the parts of the body that are read. */
function watchBody(
  response: Response,
  signal: AbortSignal | undefined,
  redaction: Redaction,
  tell: Tell,
): Response {
  const { status, statusText, headers, url } = response;
  const text = new BoundText();
  const end = (error?: unknown): void => {
    const body = redaction.redactBody(text.end());
    const why = error === undefined ? {} : { error: redaction.redact(errorMessage(error)) };
    const omitted = text.omitted > 0 ? { omitted: text.omitted } : {};
    tell({ status, headers: maskHeaders(headers, redaction), body, ...omitted, ...why });
  };
  if (response.body === null) {
    end();
    return response;
  }
  const reader = response.body.getReader();
  signal?.addEventListener('abort', () => end(signal.reason), { once: true });
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end();
            controller.close();
          } else {
            text.add(value);
            controller.enqueue(value);
          }
        } catch (error) {
          end(error);
          controller.error(error);
        }
      },
      cancel(reason) {
        end(new Error('The reply was not read to its end.'));
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const copy = new Response(watched, { status, statusText, headers });
  // A constructed response has no URL, but SDKs show it in their logs.
  return Object.defineProperty(copy, 'url', { value: url });
}

/** Decodes bytes and collects the start of the text. */
class BoundText {
  omitted = 0;
  readonly #decoder = new TextDecoder();
  #parts: string[] = [];
  #room = MAX_BODY;

  add(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): string {
    this.#take(this.#decoder.decode());
    return this.#parts.join('');
  }

  #take(text: string): void {
    const kept = textStart(text, Math.min(this.#room, text.length));
    this.omitted += text.length - kept.length;
    this.#room -= kept.length;
    if (kept !== '') this.#parts.push(kept);
  }
}

function maskHeaders(headers: Headers, redaction: Redaction): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, String(redaction.redactMember(name, value))]),
  );
}

function cut(text: string): { readonly body: string; readonly omitted?: number } {
  const body = textStart(text, Math.min(MAX_BODY, text.length));
  return text.length > body.length ? { body, omitted: text.length - body.length } : { body };
}

function once<T>(action: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    action(value);
  };
}
