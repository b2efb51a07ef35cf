import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import type { StudioAddress } from '../address/read-addresses.js';

/** Lines are sent in batches of this many characters, or after a pause (in milliseconds). */
const PIECE = 256_000;
const PAUSE_MS = 100;
/** The maximum number of queued characters. Beyond it, the oldest lines are dropped. */
const MAX_WAITING = 16_000_000;
const TIMEOUT_MS = 5_000;
/** How long the process waits for the last lines to be sent before it exits, in milliseconds. */
const LAST_MS = 1_000;
/** The delay before a lost connection is reopened, in milliseconds. */
const AGAIN_MS = 500;

/** Sends lines to Studio in the background. Failures are ignored. */
export class EntrySender {
  readonly #address: StudioAddress;
  /** Identifies the program to Studio. */
  readonly #program = randomUUID();
  readonly #onLost: () => void;
  #pieces: string[] = [];
  #open: string[] = [];
  #openSize = 0;
  #waiting = 0;
  #isSending = false;
  /** The program has nothing else to do: what is being sent keeps it alive, but only briefly. */
  #isLast = false;
  #sent: ClientRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #held: ClientRequest | undefined;
  #isOver = false;

  /** @param onLost called once, when Studio no longer answers */
  constructor(address: StudioAddress, onLost: () => void) {
    this.#address = address;
    this.#onLost = onLost;
    process.on('beforeExit', this.#finish).on('exit', this.#leave);
    this.#hold();
  }

  add(line: string): void {
    this.#open.push(line);
    this.#openSize += line.length;
    this.#waiting += line.length;
    if (this.#openSize >= PIECE) this.#close();
    while (this.#waiting > MAX_WAITING && this.#pieces.length > 0) {
      this.#waiting -= this.#pieces.shift()?.length ?? 0;
    }
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_MS).unref();
  }

  /** Starts sending the queued lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isLast = false;
    this.#close();
    void this.#sendAll();
  }

  close(): void {
    this.#isOver = true;
    this.#held?.destroy();
    clearTimeout(this.#timer);
    process.off('beforeExit', this.#finish).off('exit', this.#leave);
    this.#pieces = [];
    this.#open = [];
    this.#openSize = 0;
    this.#waiting = 0;
  }

  /** Sends the last lines, after those that are being sent. */
  readonly #finish = (): void => {
    this.#close();
    if (this.#pieces.length === 0) return;
    this.#isLast = true;
    this.#sent?.setTimeout(LAST_MS).socket?.ref();
    void this.#sendAll();
  };

  /**
   * Writes what is left after `process.exit`, when nothing asynchronous runs any more. A connection that is open takes it at once: a second
   * request, behind the one that keeps it open.
   */
  readonly #leave = (): void => {
    this.#close();
    const socket = this.#held?.socket;
    if (socket?.connecting !== false) return;
    // A request is written as soon as its connection is open.
    const isWritten = this.#isSending && this.#sent?.socket?.connecting === false;
    for (const piece of this.#pieces.slice(isWritten ? 1 : 0)) {
      const { pathname, search, host } = this.#lineAddress();
      const head = Object.entries({ host, ...this.#lineHeaders(piece) }).map((header) => header.join(': '));
      socket.write(`${[`POST ${pathname}${search} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n${piece}`);
    }
  };

  #close(): void {
    if (this.#open.length === 0) return;
    this.#pieces.push(this.#open.join(''));
    this.#open = [];
    this.#openSize = 0;
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      if (this.#held === undefined) this.#hold();
      if (!(await this.#post(piece))) {
        this.close();
        this.#onLost();
        break;
      }
      // The batch may have been dropped while it was being sent.
      if (this.#pieces[0] === piece) this.#pieces.shift();
      this.#waiting -= piece.length;
    }
    this.#isSending = false;
  }

  /** Keeps an idle connection open. When the process exits, even suddenly, the connection is closed, and Studio notices. */
  #hold(): void {
    const { url, token } = this.#address;
    const held = request(new URL(`/api/attach/${this.#program}`, url), {
      // Without `keep-alive`, the server would not read the last lines.
      headers: { authorization: `Bearer ${token}`, connection: 'keep-alive' },
      agent: false,
    });
    this.#held = held;
    let wasOpen = false;
    held.on('socket', (socket) => socket.unref());
    held.on('response', (response) => {
      wasOpen = response.statusCode === 200;
      response.on('error', () => {}); // handled by 'close'
      response.resume();
    });
    held.on('error', () => {}); // handled by 'close'
    held.on('close', () => {
      this.#held = undefined;
      // If Studio has exited, sending the next lines will fail.
      if (wasOpen && !this.#isOver)
        setTimeout(() => this.#isOver || this.#held || this.#hold(), AGAIN_MS).unref();
    });
    held.end();
  }

  /** Sends lines. Never rejects. @returns whether Studio accepted the lines */
  #post(body: string): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = this.#lineHeaders(body);
      const sent = request(this.#lineAddress(), { method: 'POST', headers, agent: false });
      this.#sent = sent;
      sent.setTimeout(this.#isLast ? LAST_MS : TIMEOUT_MS).on('timeout', () => sent.destroy());
      sent.on('socket', (socket) => this.#isLast || socket.unref());
      sent.on('response', (response) => {
        response.resume();
        response.on('close', () => resolve(response.statusCode === 200));
      });
      sent.on('error', () => resolve(false));
      sent.on('close', () => resolve(false));
      sent.end(body);
    });
  }

  #lineAddress(): URL {
    return new URL(`/api/attach?program=${this.#program}`, this.#address.url);
  }

  #lineHeaders(body: string): Readonly<Record<string, string | number>> {
    return {
      authorization: `Bearer ${this.#address.token}`,
      'content-type': 'application/x-ndjson',
      'content-length': Buffer.byteLength(body),
    };
  }
}
