import type { IncomingMessage } from 'node:http';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { errorMessage, formatDuration } from '@toolwright/contract';
import type { HttpSettings } from './http-options.js';
import type { Refusal } from './refuse-request.js';

/** The JSON of a request, or why it is refused. */
export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/**
 * Reads the bodies of requests. What they hold together is limited: clients that begin bodies and do not end them cost neither memory nor
 * the requests of others, because the oldest unfinished body is refused first.
 */
export class BodyReader {
  readonly #maxBytes: number;
  readonly #timeoutMs: number;
  /** How to refuse each unfinished body, oldest first. */
  readonly #unfinished = new Map<Bytes, (refusal: Refusal) => void>();
  #held = 0;

  constructor({ maxBodyBytes, bodyTimeoutMs }: Pick<HttpSettings, 'maxBodyBytes' | 'bodyTimeoutMs'>) {
    this.#maxBytes = maxBodyBytes;
    this.#timeoutMs = Math.min(bodyTimeoutMs, LONGEST_TIMER_MS);
  }

  /** Rejects if the client goes away. */
  async read(request: IncomingMessage): Promise<Body> {
    if (Number(request.headers['content-length'] ?? 0) > this.#maxBytes) return { refusal: this.#tooLarge() };
    const bytes = new Bytes();
    const read = await new Promise<Bytes | Refusal>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        request.off('data', take).off('end', finish).off('close', leave).off('error', leave);
        this.#unfinished.delete(bytes);
        this.#held -= bytes.size;
      };
      const settle = (result: Bytes | Refusal): void => {
        end();
        resolve(result);
      };
      const take = (chunk: Buffer): void => {
        if (bytes.size + chunk.length > this.#maxBytes) {
          settle(this.#tooLarge());
          return;
        }
        bytes.add(chunk);
        this.#held += chunk.length;
        this.#limit();
      };
      const finish = (): void => settle(bytes);
      const leave = (): void => {
        end();
        reject(new Error('The client is gone.'));
      };
      const timer = setTimeout(() => settle(this.#tooSlow()), this.#timeoutMs);
      this.#unfinished.set(bytes, settle);
      request.on('data', take).on('end', finish).on('close', leave).on('error', leave);
    });
    return read instanceof Bytes ? parse(read.toString()) : { refusal: read };
  }

  #limit(): void {
    if (this.#held <= this.#maxBytes * MAX_UNFINISHED) return;
    const [oldest] = this.#unfinished.values();
    oldest?.({
      status: 503,
      message: 'Too many bodies are unfinished.',
      headers: { ...CLOSE, 'Retry-After': '1' },
    });
  }

  #tooLarge(): Refusal {
    return { status: 413, message: `The body is larger than ${this.#maxBytes} bytes.`, headers: CLOSE };
  }

  #tooSlow(): Refusal {
    const message = `The body did not arrive within ${formatDuration(this.#timeoutMs)}.`;
    return { status: 408, message, headers: CLOSE };
  }
}

/** How many bodies of the maximum size all unfinished ones may hold together. */
const MAX_UNFINISHED = 16;

/** Node's timers fire at once for longer delays. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The rest of the body is not read. */
const CLOSE = { Connection: 'close' };

/** Bytes in one buffer: a list of pieces would cost a hundred times the size of a body that arrives byte by byte. */
class Bytes {
  size = 0;
  #buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(size, 2 * this.#buffer.length));
      this.#buffer.copy(grown, 0, 0, this.size);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.size);
    this.size = size;
  }

  toString(): string {
    return this.#buffer.toString('utf8', 0, this.size);
  }
}

function parse(text: string): Body {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const message = `The body is not JSON: ${errorMessage(error)}`;
    return { refusal: { status: 400, message, code: ProtocolErrorCode.ParseError } };
  }
}
