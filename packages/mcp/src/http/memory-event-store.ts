import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server';
import type { EventLimits } from './resume-options.js';

type Replay = Parameters<EventStore['replayEventsAfter']>[1];

/**
 * Stores the latest messages of one session, within limits. A stream can be resumed from any of its events, however old, unless later
 * events were dropped.
 */
export class MemoryEventStore implements EventStore {
  readonly #limits: EventLimits;
  readonly #now: () => number;
  /** The events by number, oldest first. */
  readonly #events = new Map<number, StoredEvent>();
  /** The streams, oldest first. */
  readonly #streams = new Map<StreamId, StreamRecord>();
  #latest = 0;
  #bytes = 0;

  constructor(limits: EventLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The current size, without expired events. */
  get size(): { readonly events: number; readonly bytes: number } {
    this.#drop();
    return { events: this.#events.size, bytes: this.#bytes };
  }

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    this.#latest += 1;
    const text = JSON.stringify(message);
    const bytes = Buffer.byteLength(text);
    const record = this.#record(streamId);
    record.latest = this.#latest;
    record.kept += 1;
    record.isOver = 'result' in message || 'error' in message;
    this.#events.set(this.#latest, { streamId, text, bytes, at: this.#now() });
    this.#bytes += bytes;
    this.#drop();
    this.#forgetStream();
    return `${streamId}${SEPARATOR}${this.#latest}`;
  }

  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    this.#drop();
    const { streamId, number } = read(eventId);
    const record = this.#streams.get(streamId);
    const isKnown = record !== undefined && number >= record.dropped && number <= record.latest;
    return isKnown ? streamId : undefined;
  }

  async replayEventsAfter(eventId: EventId, { send }: Replay): Promise<StreamId> {
    const streamId = await this.getStreamIdForEventId(eventId);
    if (streamId === undefined) throw new Error(`The events after '${eventId}' are no longer stored.`);
    const { number: last } = read(eventId);
    for (const [number, event] of [...this.#events]) {
      if (number <= last || event.streamId !== streamId) continue;
      await send(`${streamId}${SEPARATOR}${number}`, JSON.parse(event.text) as JSONRPCMessage); // See `storeEvent`.
    }
    return streamId;
  }

  #record(streamId: StreamId): StreamRecord {
    const known = this.#streams.get(streamId);
    if (known !== undefined) return known;
    // If a stream with the same name existed before, its events were forgotten.
    const record = { latest: 0, dropped: this.#latest - 1, kept: 0, isOver: false };
    this.#streams.set(streamId, record);
    return record;
  }

  /**
   * Forgets a stream without stored events if there are too many streams. Prefers an answered stream, because other streams may still send
   * events. Otherwise forgets the oldest one, because aborted calls are never answered.
   */
  #forgetStream(): void {
    if (this.#streams.size <= this.#limits.maxEvents) return;
    let oldest: StreamId | undefined;
    for (const [streamId, { kept, isOver }] of this.#streams) {
      if (kept > 0) continue;
      if (oldest === undefined || isOver) oldest = streamId;
      if (isOver) break;
    }
    if (oldest !== undefined) this.#streams.delete(oldest);
  }

  #drop(): void {
    const { maxEvents, maxBytes, maxAgeMs } = this.#limits;
    const oldest = this.#now() - maxAgeMs;
    for (const [number, { streamId, bytes, at }] of this.#events) {
      if (at >= oldest && this.#events.size <= maxEvents && this.#bytes <= maxBytes) return;
      this.#events.delete(number);
      this.#bytes -= bytes;
      const record = this.#streams.get(streamId);
      if (record === undefined) continue;
      record.dropped = number;
      record.kept -= 1;
    }
  }
}

interface StoredEvent {
  readonly streamId: StreamId;
  /** The message, stored as JSON because this is immutable and has a known size. */
  readonly text: string;
  readonly bytes: number;
  readonly at: number;
}

interface StreamRecord {
  /** The number of the latest event. */
  latest: number;
  /** The number of the most recently dropped event. */
  dropped: number;
  /** The number of stored events. */
  kept: number;
  /** Whether the latest event was a response, which completes the stream. */
  isOver: boolean;
}

const SEPARATOR = '@';

function read(eventId: EventId): { streamId: StreamId; number: number } {
  const end = eventId.lastIndexOf(SEPARATOR);
  const digits = eventId.slice(end + 1);
  return {
    streamId: eventId.slice(0, Math.max(end, 0)),
    number: /^\d{1,15}$/.test(digits) ? Number(digits) : -1,
  };
}
