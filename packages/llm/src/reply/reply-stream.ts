import { isToolwrightError, type LLMDelta } from '@toolwright/contract';
import type { AttemptGuard } from '../client/attempt-guard.js';
import { ErrorReply } from '../faults/fault.js';
import { jsonOrText } from '../faults/json-or-text.js';
import type { ByteReader, ByteResult } from '../transport/byte-reader.js';
import type { BatchSource } from './batched-stream.js';
import { decodeSafely } from './decode-safely.js';
import type { CreateFraming, Framing } from './framing.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { streamCut } from './stream-assembler.js';

/** The time in milliseconds to wait for a server that keeps the connection open after the last event. */
const DRAIN_MS = 500;

/** Reads a streamed reply. Each read from the socket yields one batch of deltas. */
export class ReplyStream implements BatchSource<LLMDelta> {
  readonly #reader: ByteReader;
  readonly #guard: AttemptGuard;
  readonly #text = new TextDecoder();
  readonly #decoder: ReplyDecoder;
  readonly #framing: Framing;
  #deltas: LLMDelta[] = [];
  #begun = false;
  #done = false;
  #ended = false;
  #failure: unknown;

  constructor(reader: ByteReader, guard: AttemptGuard, decoder: ReplyDecoder, createFraming: CreateFraming) {
    this.#reader = reader;
    this.#guard = guard;
    this.#decoder = decoder;
    this.#framing = createFraming((data, name) => this.#onEvent(data, name));
  }

  async next(): Promise<readonly LLMDelta[] | undefined> {
    for (;;) {
      const deltas = this.#deltas;
      if (deltas.length > 0) {
        this.#deltas = [];
        return deltas;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#ended) return undefined;
      if (this.#done) await this.#drain();
      else {
        // Inlined, because this runs for each packet and each await costs time.
        try {
          if (this.#begun) this.#guard.wait();
          this.#begun = true;
          this.#onRead(await this.#reader.read());
        } catch (error) {
          this.#onFault(error);
        }
      }
    }
  }

  close(): void {
    this.#guard.abandon();
  }

  #onRead({ done, value }: ByteResult): void {
    if (done) {
      this.#onBodyEnd();
      return;
    }
    this.#guard.progress();
    this.#framing.feed(this.#text.decode(value, { stream: true }));
  }

  /** Stores the error until the consumer has read the preceding deltas. */
  #onFault(error: unknown): void {
    const spoken = isToolwrightError(error) || error instanceof ErrorReply;
    // If the connection breaks after the finish reason, the answer is still complete.
    if (!spoken && this.#decoder.finished && !this.#guard.failure) this.#finish();
    else this.#failure = spoken ? error : streamCut(error);
  }

  #onEvent(data: string, name: string | undefined): void {
    if (this.#done) return;
    // The name alone identifies an error, because servers and gateways use different formats for its data.
    if (name === 'error') throw new ErrorReply(undefined, jsonOrText(data));
    if (!decodeSafely(() => this.#decoder.decodeEvent(data, this.#deltas))) return;
    this.#done = true;
    this.#deltas.push(this.#decoder.end());
  }

  #onBodyEnd(): void {
    try {
      this.#framing.feed(this.#text.decode());
      this.#framing.end();
    } catch (error) {
      // An incomplete last event means that the stream was cut off.
      if (error instanceof ErrorReply) throw error;
    }
    if (this.#done) this.#ended = true;
    else if (this.#decoder.finished) this.#finish();
    else this.#failure = streamCut();
    this.#guard.release();
  }

  /** Handles streams without a final event. */
  #finish(): void {
    this.#deltas.push(this.#decoder.end());
    this.#ended = true;
    this.#guard.release();
  }

  /** Reads to the end of the body, so that the connection can be reused. */
  async #drain(): Promise<void> {
    const timer = setTimeout(() => this.#guard.abandon(), DRAIN_MS);
    try {
      while (!(await this.#reader.read()).done);
    } catch {
      // The answer is complete, so a broken connection is harmless.
    }
    clearTimeout(timer);
    this.#guard.release();
    this.#ended = true;
  }
}
