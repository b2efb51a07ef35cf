import type { CallLog } from '../protocol/requests.js';

const MAX_LINES = 1_000;
const MAX_CHARACTERS = 1_000_000;

/** The last logs of a call, and the number of earlier logs that were dropped. */
export class LogTail {
  readonly #logs: CallLog[] = [];
  /** The size in characters. */
  size = 0;
  dropped = 0;

  /** @param dropped the number of logs that were dropped before these */
  push(logs: readonly CallLog[], dropped = 0): void {
    this.dropped += dropped;
    for (const log of logs) {
      this.#logs.push(log);
      this.size += sizeOf(log);
      while (this.#logs.length > 1 && (this.#logs.length > MAX_LINES || this.size > MAX_CHARACTERS)) {
        const first = this.#logs.shift();
        if (first !== undefined) this.size -= sizeOf(first);
        this.dropped++;
      }
    }
  }

  list(): readonly CallLog[] {
    return [...this.#logs];
  }
}

function sizeOf({ message, data }: CallLog): number {
  return message.length + (data === undefined ? 0 : JSON.stringify(data).length);
}
