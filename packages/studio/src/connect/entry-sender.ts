import { request } from 'node:http';
import type { StudioAddress } from '../address/studio-address.js';

/** Lines are sent together, so many characters at once or after so long. */
const PIECE = 256_000;
const PAUSE_MS = 100;
/** More lines do not wait: the oldest are dropped. */
const MAX_WAITING = 16_000_000;
const TIMEOUT_MS = 5_000;
/** How long the end of the process waits for the last lines. */
const LAST_MS = 1_000;

/** Sends lines to Studio beside the work of the program: it waits for nothing, and fails without telling. */
export class EntrySender {
  readonly #address: StudioAddress;
  readonly #onLost: () => void;
  #pieces: string[] = [];
  #open: string[] = [];
  #openSize = 0;
  #waiting = 0;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param onLost called once Studio does not answer any more */
  constructor(address: StudioAddress, onLost: () => void) {
    this.#address = address;
    this.#onLost = onLost;
    process.on('beforeExit', this.#finish);
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
      if (!(await post(this.#address, piece, isLast))) {
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
}

/** @returns whether Studio has taken it; never rejects */
function post({ url, token }: StudioAddress, body: string, isLast: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(new URL('/api/attach', url), { method: 'POST', headers, agent: false });
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
