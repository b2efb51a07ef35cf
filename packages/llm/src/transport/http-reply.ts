import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { parseWithoutLoss } from '../reply/parse-without-loss.js';
import { type ByteReader, StreamReader } from './byte-reader.js';

export interface HttpReplyParts {
  readonly url: string;
  readonly reply: Pick<Dispatcher.ResponseData, 'statusCode' | 'statusText' | 'headers'>;
  readonly stream: Readable;
  readonly signal: AbortSignal | undefined;
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Adapts an undici reply to `Response`. Text and bytes are read directly from Node's stream; a real `Response` does everything else. */
export class HttpReply implements Response {
  readonly type = 'basic';
  readonly redirected = false;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly #reader: StreamReader;
  #body: Response['body'] | undefined;
  #bodyUsed = false;
  #response: Response | undefined;

  constructor({ url, reply, stream, signal }: HttpReplyParts) {
    this.url = url;
    this.status = reply.statusCode;
    this.statusText = reply.statusText;
    this.headers = toHeaders(reply);
    this.#reader = new StreamReader(stream, signal);
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): Response['body'] {
    // Cloning replaces the body with another stream.
    if (this.#response !== undefined) return this.#response.body;
    this.#body ??= NO_BODY.has(this.status) ? null : this.#toWeb();
    return this.#body;
  }

  get bodyUsed(): boolean {
    return this.#response?.bodyUsed ?? this.#bodyUsed;
  }

  /**
   * Returns a reader that is faster than the reader of `body`.
   * @throws TypeError if the body is already in use
   */
  openReader(): ByteReader {
    const whole = this.#response?.body;
    if (whole) return whole.getReader();
    if (this.#bodyUsed || this.#body?.locked) throw new TypeError('Body is unusable');
    this.#bodyUsed = true;
    // The closure references the whole reply, because SDKs stop listening to a request's signal once its response is unreachable.
    return { read: () => this.#reader.read() };
  }

  async text(): Promise<string> {
    if (this.#response !== undefined) return this.#response.text();
    const reader = this.openReader();
    const chunks: Uint8Array[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    const [only] = chunks;
    return new TextDecoder().decode(chunks.length === 1 ? only : Buffer.concat(chunks));
  }

  async json(): Promise<unknown> {
    return parseWithoutLoss(await this.text());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#whole().blob();
  }

  formData(): ReturnType<Response['formData']> {
    return this.#whole().formData();
  }

  clone(): Response {
    return this.#whole().clone();
  }

  #whole(): Response {
    const { status, statusText, headers, body } = this;
    this.#response ??= new Response(body, { status, statusText, headers });
    return this.#response;
  }

  /** Creates a lazy body, which reads nothing until it is read itself, because SDKs access the body of responses that they forward. */
  #toWeb(): Response['body'] {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          this.#bodyUsed = true;
          const { done, value } = await this.#reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: () => this.#reader.cancel(),
      },
      { highWaterMark: 0 },
    );
  }
}

function toHeaders({ headers: received }: HttpReplyParts['reply']): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(received)) {
    if (typeof values === 'string') headers.append(name, values);
    else for (const value of values) headers.append(name, value);
  }
  return headers;
}
