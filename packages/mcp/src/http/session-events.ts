import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server';

type Replay = Parameters<EventStore['replayEventsAfter']>[1];

/** One message of a replayed stream. */
interface SentEvent {
  readonly id: EventId;
  readonly message: JSONRPCMessage;
}

/**
 * One session's part of a store. Stream names are the same in all sessions, so a prefix is added: no session can read another session's
 * events. If the store fails, the client cannot resume, but still receives its response.
 */
export class SessionEvents implements EventStore {
  readonly #store: EventStore;
  readonly #onError: (error: unknown) => void;
  readonly #scope = `${randomUUID()}:`;
  /** The ids of the latest responses. A response completes its stream. */
  readonly #answers = new Set<EventId>();
  #written: Promise<unknown> = Promise.resolve();

  constructor(store: EventStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /**
   * Stores events one at a time, to keep their order. Never rejects: after a failure, the returned id is empty, and clients cannot resume
   * from that event.
   */
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

  /** Returns the stream of an event. Undefined for unknown events and for events of other sessions. */
  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    const known = this.#store.getStreamIdForEventId;
    if (known === undefined) return (await this.#rest(eventId))?.streamId;
    const outer = await known.call(this.#store, eventId);
    return outer === undefined ? undefined : this.#inner(outer);
  }

  /**
   * Replays later events. No event is stored during a replay, because it would be missing from both the replay and the resumed stream.
   * Returns the promise itself, so that the SDK registers the stream before pending events are stored.
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

  /** Whether the event was a response, which completes its stream. */
  isAnswer(eventId: EventId): boolean {
    return this.#answers.has(eventId);
  }

  /** Reads the later events of a stream, and checks that the stream belongs to this session. */
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

  /** Returns the name of a stream in the store. It contains no `_`, which is a separator in the SDK's example store. */
  #outer(streamId: StreamId): StreamId {
    return this.#scope + streamId.replaceAll('_', '~');
  }

  #inner(outer: StreamId): StreamId | undefined {
    return outer.startsWith(this.#scope) ? outer.slice(this.#scope.length).replaceAll('~', '_') : undefined;
  }
}

const MAX_ANSWERS = 1_000;
