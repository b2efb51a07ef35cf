import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, StreamId } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

type Replay = Parameters<EventStore['replayEventsAfter']>[1];

/** One message of a stream, as it is sent again. */
interface SentEvent {
  readonly id: EventId;
  readonly message: JSONRPCMessage;
}

/**
 * The part of a store that belongs to one session: streams have the same names in all sessions, and nobody may read those of another.
 * A store that fails costs the client its way back, not the answer.
 */
export class SessionEvents implements EventStore {
  readonly #store: EventStore;
  readonly #onError: (error: unknown) => void;
  readonly #scope = `${randomUUID()}:`;
  /** The latest events that were answers, after which a stream has nothing more. */
  readonly #answers = new Set<EventId>();
  #written: Promise<unknown> = Promise.resolve();

  constructor(store: EventStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /** Never rejects; an empty id says that the event cannot be asked for. One after the other, so that they are sent in their order. */
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

  /** Undefined for ids of other sessions, too. */
  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    const known = this.#store.getStreamIdForEventId;
    if (known === undefined) return (await this.#rest(eventId))?.streamId;
    const outer = await known.call(this.#store, eventId);
    return outer === undefined ? undefined : this.#inner(outer);
  }

  /**
   * Nothing is stored meanwhile: it would be neither in what is sent again, nor in the stream that goes on afterwards. Gives the promise
   * itself, so that the SDK goes on before what waits.
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

  /** Whether the event was an answer, after which its stream has nothing more. */
  isAnswer(eventId: EventId): boolean {
    return this.#answers.has(eventId);
  }

  /** Looks whose stream it is before anything is sent. */
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

  /** Without `_`, at which the SDK's own example of a store parts its ids. */
  #outer(streamId: StreamId): StreamId {
    return this.#scope + streamId.replaceAll('_', '~');
  }

  #inner(outer: StreamId): StreamId | undefined {
    return outer.startsWith(this.#scope) ? outer.slice(this.#scope.length).replaceAll('~', '_') : undefined;
  }
}

const MAX_ANSWERS = 1_000;
