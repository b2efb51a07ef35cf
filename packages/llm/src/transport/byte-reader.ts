import type { Readable } from 'node:stream';

/** Reads a body in chunks, with the interface of a ReadableStream's reader. */
export interface ByteReader {
  read(): Promise<ByteResult>;
}

export type ByteResult =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: Uint8Array | undefined };

interface Waiting {
  readonly resolve: (result: ByteResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads a Node stream directly, because wrapping it in a ReadableStream costs several times as much as reading it. */
export class StreamReader implements ByteReader {
  readonly #stream: Readable;
  readonly #signal: AbortSignal | undefined;
  #waiting: Waiting | undefined;
  #over: (({ resolve, reject }: Waiting) => void) | undefined;

  /** @param signal the request's signal; an abort closes the stream */
  constructor(stream: Readable, signal: AbortSignal | undefined) {
    this.#stream = stream;
    this.#signal = signal;
    const end = (over: (waiting: Waiting) => void) => {
      this.#over ??= over;
      this.#wake();
    };
    stream.on('readable', () => this.#wake());
    stream.on('end', () => end(({ resolve }) => resolve({ done: true })));
    const toError = (cause: Error) =>
      signal?.aborted ? signal.reason : new TypeError('terminated', { cause });
    stream.on('error', (error) => end(({ reject }) => reject(toError(error))));
    stream.on('close', () => end(({ reject }) => reject(toError(new Error('The connection was closed.')))));
  }

  read(): Promise<ByteResult> {
    // After an abort, buffered bytes are discarded.
    if (this.#signal?.aborted && !this.#stream.readableEnded) return Promise.reject(this.#signal.reason);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#wake();
    });
  }

  cancel(): void {
    this.#stream.destroy();
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const value: Uint8Array | null = this.#stream.read();
    if (value === null && this.#over === undefined) return;
    this.#waiting = undefined;
    if (value !== null) waiting.resolve({ done: false, value });
    else this.#over?.(waiting);
  }
}
