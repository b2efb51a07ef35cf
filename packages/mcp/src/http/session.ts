import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import {
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';
import { LONGEST_TIMER_MS } from '@toolwright/contract';
import type { HttpSettings } from './http-options.js';
import { MemoryEventStore } from './memory-event-store.js';
import type { ResumeSettings } from './resume-options.js';
import { SessionEvents } from './session-events.js';

type SessionSettings = Pick<HttpSettings, 'idleMs' | 'resume'>;

interface SessionListeners {
  /** Called when the client has initialized the session. */
  readonly onBegin: (id: string) => void;
  readonly onEnd: () => void;
}

/** The session of one HTTP client. Closes itself when idle. */
export class Session {
  readonly #server: Server;
  readonly #transport: SessionTransport;
  readonly #events: SessionEvents | undefined;
  readonly #idleMs: number;
  #onBegin: SessionListeners['onBegin'] = () => undefined;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  /** The owner of the token that is used for the session's requests. */
  readonly owner: string;

  constructor(server: Server, { idleMs, resume }: SessionSettings, owner: string) {
    this.#server = server;
    this.owner = owner;
    this.#idleMs = idleMs;
    this.#events = resume === undefined ? undefined : this.#eventsFor(resume);
    this.#transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#onBegin(id),
      ...(resume === undefined ? {} : { retryInterval: resume.retryMs }),
      ...(this.#events === undefined ? {} : { eventStore: this.#events }),
    });
  }

  /** Undefined until the client has sent `initialize`. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  async start({ onBegin, onEnd }: SessionListeners): Promise<void> {
    this.#onBegin = onBegin;
    const { onclose } = this.#server;
    this.#server.onclose = () => {
      clearTimeout(this.#timer);
      onclose?.();
      onEnd();
    };
    // The optional members of the SDK's class do not satisfy `exactOptionalPropertyTypes`.
    await this.#server.connect(this.#transport as Transport);
  }

  /** @param body the parsed body of a POST request */
  async handle(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    clearTimeout(this.#timer);
    this.#open += 1;
    response.once('close', () => {
      this.#open -= 1;
      if (this.#open === 0) this.#expectUse();
    });
    const isOver = this.#resume(request, response);
    if (!isOver) await this.#transport.handleRequest(request, response, body);
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #eventsFor(resume: ResumeSettings): SessionEvents {
    const store = resume.store ?? new MemoryEventStore(resume);
    return new SessionEvents(store, (error) => this.#server.onerror?.(toError(error)));
  }

  /**
   * Closes a resumed stream after its response, because the SDK would leave it open. In a batch, other responses may follow.
   * @returns true if the client has already received the response
   */
  #resume({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
    const last = String(headers['last-event-id'] ?? '');
    const events = this.#events;
    // The SDK also treats an empty id as missing.
    if (method !== 'GET' || last === '' || events === undefined || this.#transport.mayBatch) return false;
    if (!events.isAnswer(last)) {
      endAfter(response, (id) => events.isAnswer(id));
      return false;
    }
    // Clients of event streams do not reconnect after 204: https://html.spec.whatwg.org/multipage/server-sent-events.html
    response.writeHead(204, { 'Mcp-Session-Id': String(this.id) }).end();
    return true;
  }

  #expectUse(): void {
    clearTimeout(this.#timer);
    if (this.#server.transport === undefined || this.#idleMs > LONGEST_TIMER_MS) return;
    this.#timer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }
}

/** Closes an event stream after its last event. */
function endAfter(response: ServerResponse, isLast: (eventId: string) => boolean): void {
  const write: (...args: never) => boolean = response.write.bind(response);
  response.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    // The arguments match one of the signatures of `write`.
    const written = write(...([chunk, ...rest] as never));
    const [, id] = /^id: (.+)$/m.exec(Buffer.from(chunk).toString()) ?? [];
    if (id !== undefined && isLast(id)) response.end();
    return written;
  };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

const HEADER = 'mcp-protocol-version';

/**
 * Tells the SDK's transport which protocol version was negotiated. From a header, the transport detects whether the client supports empty
 * events, which allow resuming a stream from its start. Clients may omit that header, so this class sets it.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header
 */
class SessionTransport extends NodeStreamableHTTPServerTransport {
  #agreed: string | undefined;

  /** Whether one stream may contain the responses to several requests. Later protocol versions have no batches. */
  get mayBatch(): boolean {
    return this.#agreed === undefined || this.#agreed < '2025-06-18';
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<NodeStreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      this.#agreed ??= message.result.protocolVersion;
    }
    await super.send(message, options);
  }

  override async handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void> {
    const said = request.headers[HEADER];
    // The SDK itself refuses unknown versions.
    const isKnown = said === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(said));
    if (this.#agreed !== undefined && isKnown) setHeader(request, HEADER, this.#agreed);
    await super.handleRequest(request, response, body);
  }
}

/** Sets a header in both representations, because the SDK may read either. */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  headers[name] = value;
  const index = rawHeaders.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name);
  if (index === -1) rawHeaders.push(name, value);
  else rawHeaders[index + 1] = value;
}
