import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import type { StudioAddress } from '../address/studio-address.js';

/** Lines are sent together, so many characters at once or after so long. */
const PIECE = 256_000;
const PAUSE_MS = 100;
/** More lines do not wait: the oldest are dropped. */
const MAX_WAITING = 16_000_000;
const TIMEOUT_MS = 5_000;
/** How long the end of the process waits for the last lines. */
const LAST_MS = 1_000;
/** A connection that broke is opened again after so long. */
const AGAIN_MS = 500;

/** Sends lines to Studio beside the work of the program: it waits for nothing, and fails without telling. */
export class EntrySender {
  readonly #address: StudioAddress;
  /** Names the program to Studio. */
  readonly #program = randomUUID();
  readonly #onLost: () => void;
  #pieces: string[] = [];
  #open: string[] = [];
  #openSize = 0;
  #waiting = 0;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;
  #held: ClientRequest | undefined;
  #isOver = false;

  /** @param onLost called once Studio does not answer any more */
  constructor(address: StudioAddress, onLost: () => void) {
    this.#address = address;
    this.#onLost = onLost;
    process.on('beforeExit', this.#finish);
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

  /** Sends what waits, without waiting for it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#close();
    void this.#sendAll(false);
  }

  close(): void {
    this.#isOver = true;
    this.#held?.destroy();
    clearTimeout(this.#timer);
    process.off('beforeExit', this.#finish);
    this.#pieces = [];
    this.#open = [];
    this.#openSize = 0;
    this.#waiting = 0;
  }

  /** Nothing else keeps the process alive; the last lines may do so for a moment. */
  readonly #finish = (): void => {
    this.#close();
    if (this.#pieces.length > 0) void this.#sendAll(true);
  };

  #close(): void {
    if (this.#open.length === 0) return;
    this.#pieces.push(this.#open.join(''));
    this.#open = [];
    this.#openSize = 0;
  }

  async #sendAll(isLast: boolean): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      if (this.#held === undefined) this.#hold();
      if (!(await this.#post(piece, isLast))) {
        this.close();
        this.#onLost();
        break;
      }
      // While it was sent, it may have been dropped.
      if (this.#pieces[0] === piece) this.#pieces.shift();
      this.#waiting -= piece.length;
    }
    this.#isSending = false;
  }

  /** Opens a connection that says nothing and ends with the process, by which Studio learns of the end, also of a sudden one. */
  #hold(): void {
    const { url, token } = this.#address;
    const held = request(new URL(`/api/attach/${this.#program}`, url), {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    });
    this.#held = held;
    let wasOpen = false;
    held.on('socket', (socket) => socket.unref());
    held.on('response', (response) => {
      wasOpen = response.statusCode === 200;
      response.on('error', () => {}); // told by 'close'
      response.resume();
    });
    held.on('error', () => {}); // told by 'close'
    held.on('close', () => {
      this.#held = undefined;
      // A Studio that has ended is found out by the next lines.
      if (wasOpen && !this.#isOver)
        setTimeout(() => this.#isOver || this.#held || this.#hold(), AGAIN_MS).unref();
    });
    held.end();
  }

  /** @returns whether Studio has taken it; never rejects */
  #post(body: string, isLast: boolean): Promise<boolean> {
    const { url, token } = this.#address;
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-ndjson',
        'content-length': Buffer.byteLength(body),
      };
      const address = new URL(`/api/attach?program=${this.#program}`, url);
      const sent = request(address, { method: 'POST', headers, agent: false });
      sent.setTimeout(isLast ? LAST_MS : TIMEOUT_MS, () => sent.destroy());
      if (!isLast) sent.on('socket', (socket) => socket.unref());
      sent.on('response', (response) => {
        response.resume();
        response.on('close', () => resolve(response.statusCode === 200));
      });
      sent.on('error', () => resolve(false));
      sent.on('close', () => resolve(false));
      sent.end(body);
    });
  }
}
