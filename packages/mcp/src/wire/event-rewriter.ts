import { MAX_MESSAGE_BYTES } from './limit-response.js';

interface EventHandlers {
  /** Receives the last event ID after each complete event; empty if the server reset it. */
  readonly onId: (id: string) => void;
  readonly readData: (data: string) => string;
  readonly tooLarge: () => Error;
}

/**
 * Parses an event stream as browsers do, and rewrites each event for the SDK. The SDK itself loses the last event ID, and does not reset it
 * when the server does.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class EventRewriter {
  readonly #handlers: EventHandlers;
  readonly #decoder = new TextDecoder();
  /** The chunks of the incomplete line. */
  #pieces: string[] = [];
  /** The size of the incomplete event in bytes. */
  #size = 0;
  #endsWithCr = false;
  #data: string | undefined;
  #type = '';
  #id: string | undefined;

  constructor(handlers: EventHandlers) {
    this.#handlers = handlers;
  }

  /** @throws ToolwrightError `INVALID_RESPONSE` for an event that is too large */
  write(bytes: Uint8Array): string {
    const decoded = this.#decoder.decode(bytes, { stream: true });
    if (decoded === '') return '';
    const text = this.#endsWithCr && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    this.#endsWithCr = decoded.endsWith('\r');
    let written = '';
    let start = 0;
    for (const { index, 0: end } of text.matchAll(/\r\n|[\r\n]/g)) {
      this.#add(text.slice(start, index));
      written += this.#readLine(this.#pieces.join(''));
      this.#pieces = [];
      start = index + end.length;
    }
    this.#add(text.slice(start));
    return written;
  }

  #add(piece: string): void {
    this.#size += Buffer.byteLength(piece);
    if (this.#size > MAX_MESSAGE_BYTES) throw this.#handlers.tooLarge();
    this.#pieces.push(piece);
  }

  #readLine(line: string): string {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    else if (field === 'event') this.#type = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) return `retry: ${value}\n\n`;
    return '';
  }

  /** Completes an event. Even an event without data sets the last event ID. */
  #dispatch(): string {
    const { onId, readData } = this.#handlers;
    const [data, type, id] = [this.#data, this.#type, this.#id];
    this.#data = undefined;
    this.#type = '';
    this.#size = 0;
    if (id !== undefined) onId(id);
    if (data === undefined && !id) return '';
    const lines = (data ? readData(data) : '').split('\n').map((line) => `data: ${line}\n`);
    return `${type === '' ? '' : `event: ${type}\n`}${id ? `id: ${id}\n` : ''}${lines.join('')}\n`;
  }
}
