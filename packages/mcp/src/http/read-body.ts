import type { IncomingMessage } from 'node:http';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { errorMessage, formatDuration, LONGEST_TIMER_MS } from '@toolwright/contract';
import type { HttpSettings } from './http-options.js';
import type { Refusal } from './refuse-request.js';

/** The parsed body of a request, or the reason it was refused. */
export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/**
 * Reads request bodies and limits their total size. If clients send many unfinished bodies, the oldest is refused first, so that they can
 * neither fill the memory nor block other clients.
 */
export class BodyReader {
  readonly #maxBytes: number;
  readonly #timeoutMs: number;
  /** The unfinished bodies and the functions that refuse them, oldest first. */
  readonly #unfinished = new Map<Bytes, (refusal: Refusal) => void>();
  #held = 0;

  constructor({ maxBodyBytes, bodyTimeoutMs }: Pick<HttpSettings, 'maxBodyBytes' | 'bodyTimeoutMs'>) {
    this.#maxBytes = maxBodyBytes;
    this.#timeoutMs = Math.min(bodyTimeoutMs, LONGEST_TIMER_MS);
  }

  /** Reads a request body. Rejects if the client disconnects. */
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
        reject(new Error('The client has disconnected.'));
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
      message: 'Too many unfinished request bodies.',
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

/** The maximum total size of unfinished bodies, as a multiple of the maximum size of one body. */
const MAX_UNFINISHED = 16;

/** Closes the connection, because the rest of the body is not read. */
const CLOSE = { Connection: 'close' };

/** A growing buffer. If a body arrives byte by byte, a list of chunks would need a hundred times the memory. */
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
