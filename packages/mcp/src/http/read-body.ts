import { Buffer } from 'node:buffer';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { errorMessage, formatDuration, LONGEST_TIMER_MS } from '@toolwright/contract';
import { parseForeign } from '@toolwright/json';
import type { EndpointSettings } from './http-options.js';
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

  constructor({ maxBodyBytes, bodyTimeoutMs }: Pick<EndpointSettings, 'maxBodyBytes' | 'bodyTimeoutMs'>) {
    this.#maxBytes = maxBodyBytes;
    this.#timeoutMs = Math.min(bodyTimeoutMs, LONGEST_TIMER_MS);
  }

  /** Reads a request body. Rejects if the client disconnects. */
  async read({ body, bodyUsed, headers }: Request): Promise<Body> {
    if (Number(headers.get('content-length') ?? 0) > this.#maxBytes) return { refusal: this.#tooLarge() };
    if (bodyUsed || body?.locked === true) return { refusal: CONSUMED };
    const bytes = new Bytes();
    const refused = new Promise<Refusal>((resolve) => this.#unfinished.set(bytes, resolve));
    const timer = setTimeout(() => this.#unfinished.get(bytes)?.(this.#tooSlow()), this.#timeoutMs);
    try {
      const read = await Promise.race([refused, this.#fill(bytes, body)]);
      return read === undefined ? parse(bytes.toString()) : { refusal: read };
    } finally {
      clearTimeout(timer);
      this.#unfinished.delete(bytes);
      this.#held -= bytes.size;
    }
  }

  /** The rest of a refused body is not read, but not cancelled either, which would close the connection before the response is sent. */
  async #fill(bytes: Bytes, body: ReadableStream<Uint8Array> | null): Promise<Refusal | undefined> {
    const reader = body?.getReader();
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      if (!this.#unfinished.has(bytes)) break;
      if (bytes.size + next.value.length > this.#maxBytes) return this.#tooLarge();
      bytes.add(next.value);
      this.#held += next.value.length;
      this.#limit();
    }
    return undefined;
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

/** The framework has parsed the body, which cannot be read twice. */
export const CONSUMED: Refusal = {
  status: 500,
  message:
    'The request body has already been read. The developer of the server has to pass the parsed body: `endpoint.handle(request, response, request.body)`.',
};

/** Closes the connection, because the rest of the body is not read. */
const CLOSE = { Connection: 'close' };

/** A growing buffer. If a body arrives byte by byte, a list of chunks would need a hundred times the memory. */
class Bytes {
  size = 0;
  #buffer = Buffer.alloc(0);

  add(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    if (size > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(size, 2 * this.#buffer.length));
      this.#buffer.copy(grown, 0, 0, this.size);
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.size);
    this.size = size;
  }

  toString(): string {
    return this.#buffer.toString('utf8', 0, this.size);
  }
}

function parse(text: string): Body {
  try {
    return { value: parseForeign(text) };
  } catch (error) {
    const message = `The body is not JSON: ${errorMessage(error)}`;
    return { refusal: { status: 400, message, code: ProtocolErrorCode.ParseError } };
  }
}
