import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { HttpSettings } from './http-options.js';
import { MemoryEventStore } from './memory-event-store.js';
import type { ResumeSettings } from './resume-options.js';
import { type SentEvent, SessionEvents } from './session-events.js';
import { SessionTransport } from './session-transport.js';
import { writeEvents } from './write-events.js';

type SessionSettings = Pick<HttpSettings, 'maxBodyBytes' | 'idleMs' | 'resume'>;

/** One client of an HTTP server. Ends by itself when nobody uses it. */
export class Session {
  readonly #server: Server;
  readonly #transport: SessionTransport;
  readonly #events: SessionEvents | undefined;
  readonly #idleMs: number;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server, { maxBodyBytes, idleMs, resume }: SessionSettings) {
    this.#server = server;
    this.#idleMs = idleMs;
    this.#events = resume === undefined ? undefined : this.#eventsFor(resume);
    this.#transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      ...(resume === undefined ? {} : { retryInterval: resume.retryMs }),
      ...(this.#events === undefined ? {} : { eventStore: this.#events }),
    });
  }

  /** Undefined until the client has introduced itself. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** @param onEnd Called once it has ended, for whatever reason. */
  async start(onEnd: () => void): Promise<void> {
    const { onclose } = this.#server;
    this.#server.onclose = () => {
      clearTimeout(this.#timer);
      onclose?.();
      onEnd();
    };
    // The SDK's class declares its optional members as `| undefined`, which `exactOptionalPropertyTypes` tells apart.
    await this.#server.connect(this.#transport as Transport);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    clearTimeout(this.#timer);
    this.#open += 1;
    const over = new Promise((resolve) => response.once('close', resolve)).then(() => {
      this.#open -= 1;
      if (this.#open === 0) this.#expectUse();
    });
    const ending = await this.#findEnding(request, over);
    if (ending === undefined) await this.#transport.handleRequest(request, response);
    else writeEvents(response, ending, String(this.id));
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #eventsFor(resume: ResumeSettings): SessionEvents {
    const store = resume.store ?? new MemoryEventStore(resume);
    return new SessionEvents(store, (error) => this.#server.onerror?.(toError(error)));
  }

  /** The SDK would leave such a stream open, with nothing to come. Where an answer need not be the last one, nobody knows. */
  async #findEnding(
    { method, headers }: IncomingMessage,
    over: Promise<void>,
  ): Promise<readonly SentEvent[] | undefined> {
    if (this.#transport.mayBatch) return undefined;
    const last = String(headers['last-event-id'] ?? '');
    // As the SDK has it: an empty id is none.
    return method === 'GET' && last !== '' ? this.#events?.findEnding(last, over) : undefined;
  }

  #expectUse(): void {
    clearTimeout(this.#timer);
    if (this.#server.transport === undefined || this.#idleMs > LONGEST_TIMER_MS) return;
    this.#timer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }
}

/** Node's timers go off at once where they are to wait for longer: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
