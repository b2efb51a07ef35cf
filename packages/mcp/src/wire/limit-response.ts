import { formatCount, ToolwrightError } from '@toolwright/contract';

/** The largest message that is read, in bytes. The protocol has no limit. This one is above the size of images that models accept. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * A `fetch` whose responses fail when they are too large: a server must not fill the memory. A stream of events may go on without end, but
 * none of its events.
 */
export async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const limit = new MessageLimit(isStream);
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        limit.add(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, { status, statusText, headers });
}

/** Counts the bytes of the message that is being read. */
class MessageLimit {
  readonly #isStream: boolean;
  #size = 0;
  /** The last bytes, in which the end of an event may have begun. */
  #last = '';

  constructor(isStream: boolean) {
    this.#isStream = isStream;
  }

  /** @throws ToolwrightError `INVALID_RESPONSE` */
  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#isStream) this.#findEnd(chunk);
    if (this.#size <= MAX_MESSAGE_BYTES) return;
    const message = `A message of the server is larger than ${formatCount(MAX_MESSAGE_BYTES)} bytes.`;
    throw new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider' });
  }

  /** An event ends with an empty line. */
  #findEnd(chunk: Uint8Array): void {
    const text = this.#last + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    this.#last = text.slice(-3);
    const end = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n'), text.lastIndexOf('\r\r'));
    if (end !== -1) this.#size = text.length - end;
  }
}
