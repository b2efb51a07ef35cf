import { isToolwrightError, type LLMDelta, ToolwrightError } from '@toolwright/contract';
import { createParser, type ParseError } from 'eventsource-parser';
import type { AttemptGuard } from '../attempt-guard.js';
import type { BatchSource } from '../batched-stream.js';
import { ErrorReply } from '../fault.js';
import { streamCut } from '../stream-assembler.js';
import { ChunkDecoder } from './decode-chunk.js';
import { parseReply } from './parse-json.js';

/** How long to wait for a server that keeps the connection open after it has said `[DONE]`. */
const DRAIN_MS = 500;

/** The longest event that is kept in memory, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/**
 * Reads server-sent events of a chat completion. One read of the socket gives one batch, however many deltas it holds.
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class CompletionStream implements BatchSource<LLMDelta> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #guard: AttemptGuard;
  readonly #text = new TextDecoder();
  readonly #chunks = new ChunkDecoder();
  readonly #parser = createParser({
    onEvent: ({ data }) => this.#onData(data),
    onError: (error) => this.#onParseError(error),
    maxBufferSize: MAX_EVENT_LENGTH,
  });
  #deltas: LLMDelta[] = [];
  #begun = false;
  #done = false;
  #ended = false;
  #failure: unknown;

  constructor(body: ReadableStream<Uint8Array>, guard: AttemptGuard) {
    this.#reader = body.getReader();
    this.#guard = guard;
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
        // Not in a method of its own: this runs once for each packet, and each await costs.
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

  #onRead({ done, value }: ReadResult): void {
    if (done) {
      this.#onBodyEnd();
      return;
    }
    this.#guard.progress();
    this.#parser.feed(this.#text.decode(value, { stream: true }));
  }

  /** What goes wrong is kept until the deltas before it are out. */
  #onFault(error: unknown): void {
    const spoken = isToolwrightError(error) || error instanceof ErrorReply;
    // A connection that breaks after the finish reason takes nothing of the answer with it.
    if (!spoken && this.#chunks.finished && !this.#guard.failure) this.#finish();
    else this.#failure = spoken ? error : streamCut(error);
  }

  #onData(data: string): void {
    if (this.#done) return;
    if (data !== '[DONE]') this.#chunks.decode(parseReply(data), this.#deltas);
    else {
      this.#done = true;
      this.#deltas.push(this.#chunks.end());
    }
  }

  #onParseError(error: ParseError): void {
    // Unknown fields are to be ignored, says the standard.
    if (error.type !== 'max-buffer-size-exceeded') return;
    throw new ToolwrightError('INVALID_RESPONSE', `One event of the stream is too long. ${error.message}.`, {
      blame: 'provider',
    });
  }

  #onBodyEnd(): void {
    try {
      // Some servers leave out the last line break.
      this.#parser.feed(`${this.#text.decode()}\n\n`);
    } catch (error) {
      // A chunk that stops in its middle is no malformed chunk, the stream was cut there.
      if (error instanceof ErrorReply) throw error;
    }
    if (this.#done) this.#ended = true;
    else if (this.#chunks.finished) this.#finish();
    else this.#failure = streamCut();
    this.#guard.release();
  }

  /** For streams without `[DONE]`. */
  #finish(): void {
    this.#deltas.push(this.#chunks.end());
    this.#ended = true;
    this.#guard.release();
  }

  /** Reads to the end of the body, so that the connection can be used again. */
  async #drain(): Promise<void> {
    const timer = setTimeout(() => this.#guard.abandon(), DRAIN_MS);
    try {
      while (!(await this.#reader.read()).done);
    } catch {
      // The answer is complete; how the connection ends does not matter.
    }
    clearTimeout(timer);
    this.#guard.release();
    this.#ended = true;
  }
}
