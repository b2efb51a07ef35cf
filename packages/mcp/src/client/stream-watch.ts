import { AsyncLocalStorage } from 'node:async_hooks';

/** Notices that the stream with a call's answer has ended; the SDK waits for an answer that cannot come any more. */
export class StreamWatch {
  readonly #current = new AsyncLocalStorage<() => void>();

  /** @param onEnd Called when the stream of a request that `action` sends has ended, and cannot be resumed. */
  run<Result>(onEnd: () => void, action: () => Result): Result {
    return this.#current.run(onEnd, action);
  }

  /** For the transport. */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const onEnd = this.#current.getStore();
    const response = await fetch(url, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (onEnd === undefined || init?.method !== 'POST' || !isStream || response.body === null)
      return response;
    const { status, statusText, headers } = response;
    return new Response(watched(response.body, onEnd), { status, statusText, headers });
  };
}

function watched(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isResumable = false;
  // What has arrived is to be read first.
  const end = (): void => {
    if (!isResumable) setTimeout(onEnd, GRACE_MS).unref();
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
        isResumable ||= /^id:/m.test(Buffer.from(value).toString('latin1'));
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
