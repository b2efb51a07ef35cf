import type { ServerResponse } from 'node:http';
import type { Update } from '../../protocol/updates.js';
import { SECURITY_HEADERS } from '../http/send-reply.js';

export type NewUpdate = Update extends infer One
  ? One extends unknown
    ? Omit<One, 'sequence'>
    : never
  : never;

/** Limits for the updates that are kept for readers that reconnect. */
export interface FeedLimits {
  readonly updates: number;
  readonly characters: number;
}

const LIMITS: FeedLimits = { updates: 20_000, characters: 32_000_000 };
/** The maximum size of one write to a connection, in characters. */
const PIECE = 64_000;
const HEARTBEAT_MS = 15_000;

/**
 * A feed of updates for any number of readers. A reader is only a position in the list, so slow readers need no separate buffer. A reader
 * that falls too far behind is disconnected, and reconnects with `after`.
 */
export class UpdateFeed {
  /** The updates as server-sent events. The first update has the sequence number `#first`. */
  #texts: string[] = [];
  #characters = 0;
  /** Higher than all sequence numbers used before Studio was restarted, so that earlier readers are reset. */
  #first = Date.now() * 1000;
  readonly #limits: FeedLimits;
  readonly #readers = new Set<Reader>();

  constructor(limits: FeedLimits = LIMITS) {
    this.#limits = limits;
  }

  publish(update: NewUpdate): void {
    const sequence = this.#end;
    const text = eventOf({ ...update, sequence });
    this.#texts.push(text);
    this.#characters += text.length;
    this.#forget();
    for (const reader of this.#readers) this.#serve(reader);
  }

  /** Sends the updates after a sequence number, and all later ones. */
  follow(response: ServerResponse, after: number | undefined): void {
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    const isKnown = after === undefined || (after >= this.#first - 1 && after < this.#end);
    const reader = { response, next: isKnown && after !== undefined ? after + 1 : this.#end, isFull: false };
    this.#readers.add(reader);
    // Tells a new page the sequence number of its first update.
    response.write(
      isKnown ? `: from ${reader.next}\n\n` : eventOf({ type: 'reset', sequence: this.#end - 1 }),
    );
    const heartbeat = setInterval(() => reader.isFull || response.write(': \n\n'), HEARTBEAT_MS);
    heartbeat.unref();
    response.on('drain', () => {
      reader.isFull = false;
      this.#serve(reader);
    });
    response.on('close', () => {
      clearInterval(heartbeat);
      this.#readers.delete(reader);
    });
    this.#serve(reader);
  }

  close(): void {
    for (const { response } of this.#readers) response.destroy();
  }

  get #end(): number {
    return this.#first + this.#texts.length;
  }

  #serve(reader: Reader): void {
    if (reader.next < this.#first) {
      this.#readers.delete(reader);
      reader.response.destroy();
      return;
    }
    while (!reader.isFull && reader.next < this.#end) {
      let piece = '';
      while (reader.next < this.#end && piece.length < PIECE) {
        piece += this.#texts[reader.next - this.#first] ?? '';
        reader.next++;
      }
      reader.isFull = !reader.response.write(piece);
    }
  }

  /** Drops a tenth of the updates together, because dropping them one by one would copy the list each time. */
  #forget(): void {
    const { updates, characters } = this.#limits;
    if (this.#texts.length <= updates && this.#characters <= characters) return;
    let count = 0;
    while (
      count < this.#texts.length - 1 &&
      (this.#texts.length - count > updates * 0.9 || this.#characters > characters * 0.9)
    ) {
      this.#characters -= this.#texts[count]?.length ?? 0;
      count++;
    }
    this.#texts = this.#texts.slice(count);
    this.#first += count;
  }
}

interface Reader {
  readonly response: ServerResponse;
  next: number;
  isFull: boolean;
}

function eventOf(update: Update): string {
  return `id: ${update.sequence}\ndata: ${JSON.stringify(update)}\n\n`;
}
