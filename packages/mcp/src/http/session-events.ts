import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server';

type Replay = Parameters<EventStore['replayEventsAfter']>[1];

/** One message of a replayed stream. */
interface SentEvent {
  readonly id: EventId;
  readonly message: JSONRPCMessage;
}

/**
 * The part of a store that belongs to one session. Streams have the same names in all sessions, and no session may read another's.
 * If the store fails, the client cannot resume, but still gets its answer.
 */
export class SessionEvents implements EventStore {
  readonly #store: EventStore;
  readonly #onError: (error: unknown) => void;
  readonly #scope = `${randomUUID()}:`;
  /** The latest events that were answers. An answer ends its stream. */
  readonly #answers = new Set<EventId>();
  #written: Promise<unknown> = Promise.resolve();

  constructor(store: EventStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /** Never rejects: an empty id marks an event that cannot be resumed from. Stores one event at a time, to keep their order. */
  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const written = this.#written.then(() => this.#store.storeEvent(this.#outer(streamId), message));
    this.#written = written.catch(() => undefined);
    try {
      const id = await written;
      if ('result' in message || 'error' in message) this.#noteAnswer(id);
      return id;
    } catch (error) {
      this.#onError(error);
      return '';
    }
  }

  /** Also undefined for ids of other sessions. */
  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    const known = this.#store.getStreamIdForEventId;
    if (known === undefined) return (await this.#rest(eventId))?.streamId;
    const outer = await known.call(this.#store, eventId);
    return outer === undefined ? undefined : this.#inner(outer);
  }

  /**
   * Nothing is stored during a replay: the event would be in neither the replay nor the resumed stream. Returns the promise itself, so
   * that the SDK registers the stream before waiting events are stored.
   */
  replayEventsAfter(eventId: EventId, replay: Replay): Promise<StreamId> {
    const replayed = this.#written.then(() => this.#replay(eventId, replay));
    this.#written = replayed.catch(() => undefined);
    return replayed;
  }

  async #replay(eventId: EventId, { send }: Replay): Promise<StreamId> {
    const rest = await this.#rest(eventId);
    if (rest === undefined) throw new Error('This session has no such event.');
    for (const { id, message } of rest.events) await send(id, message);
    return rest.streamId;
  }

  /** Whether the event was an answer, which ends its stream. */
  isAnswer(eventId: EventId): boolean {
    return this.#answers.has(eventId);
  }

  /** Checks whose stream it is before anything is sent. */
  async #rest(eventId: EventId): Promise<{ streamId: StreamId; events: SentEvent[] } | undefined> {
    const events: SentEvent[] = [];
    const outer = await this.#store.replayEventsAfter(eventId, {
      send: async (id, message) => {
        events.push({ id, message });
      },
    });
    const streamId = this.#inner(outer);
    return streamId === undefined ? undefined : { streamId, events };
  }

  #noteAnswer(id: EventId): void {
    this.#answers.add(id);
    for (const oldest of this.#answers) {
      if (this.#answers.size <= MAX_ANSWERS) return;
      this.#answers.delete(oldest);
    }
  }

  /** Without `_`, the separator of ids in the SDK's example store. */
  #outer(streamId: StreamId): StreamId {
    return this.#scope + streamId.replaceAll('_', '~');
  }

  #inner(outer: StreamId): StreamId | undefined {
    return outer.startsWith(this.#scope) ? outer.slice(this.#scope.length).replaceAll('~', '_') : undefined;
  }
}

const MAX_ANSWERS = 1_000;
