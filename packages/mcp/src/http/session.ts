import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers';
import {
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { LONGEST_TIMER_MS } from '@toolwright/contract';
import type { EndpointSettings } from './http-options.js';
import { MemoryEventStore } from './memory-event-store.js';
import type { ResumeSettings } from './resume-options.js';
import { SessionEvents } from './session-events.js';
import type { Admitted } from './verified-token.js';
import { watchBody } from './watch-body.js';

type SessionSettings = Pick<EndpointSettings, 'idleMs' | 'resume'>;

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

  async handle(request: Request, { auth, body }: Admitted): Promise<Response> {
    clearTimeout(this.#timer);
    this.#open += 1;
    const onEnd = (): void => {
      this.#open -= 1;
      if (this.#open === 0) this.#expectUse();
    };
    const resumed = this.#resume(request);
    if (resumed === 'over') {
      onEnd();
      // Clients of event streams do not reconnect after 204: https://html.spec.whatwg.org/multipage/server-sent-events.html
      return new Response(null, { status: 204, headers: { 'Mcp-Session-Id': String(this.id) } });
    }
    const options = { parsedBody: body, ...(auth === undefined ? {} : { authInfo: auth }) };
    const response = await this.#transport.handleRequest(request, options);
    return watchBody(response, { isLast: resumed, onEnd, signal: request.signal });
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #eventsFor(resume: ResumeSettings): SessionEvents {
    const store = resume.store ?? new MemoryEventStore(resume);
    return new SessionEvents(store, (error) => this.#server.onerror?.(toError(error)));
  }

  /**
   * Finds the last event of a resumed stream, because the SDK would leave the stream open. In a batch, other responses may follow.
   * @returns `over` if the client has already received the response; undefined if the stream does not end after an event
   */
  #resume({ method, headers }: Request): ((chunk: string) => boolean) | 'over' | undefined {
    const last = headers.get('last-event-id') ?? '';
    const events = this.#events;
    // The SDK also treats an empty id as missing.
    if (method !== 'GET' || last === '' || events === undefined || this.#transport.mayBatch) return undefined;
    if (events.isAnswer(last)) return 'over';
    return (chunk) => {
      const [, id] = /^id: (.+)$/m.exec(chunk) ?? [];
      return id !== undefined && events.isAnswer(id);
    };
  }

  #expectUse(): void {
    clearTimeout(this.#timer);
    if (this.#server.transport === undefined || this.#idleMs > LONGEST_TIMER_MS) return;
    this.#timer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }
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
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  #agreed: string | undefined;

  /** Whether one stream may contain the responses to several requests. Later protocol versions have no batches. */
  get mayBatch(): boolean {
    return this.#agreed === undefined || this.#agreed < '2025-06-18';
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<WebStandardStreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      this.#agreed ??= message.result.protocolVersion;
    }
    await super.send(message, options);
  }

  override async handleRequest(
    request: Request,
    options?: Parameters<WebStandardStreamableHTTPServerTransport['handleRequest']>[1],
  ): Promise<Response> {
    const { url, method, signal } = request;
    const headers = new Headers(request.headers);
    const said = headers.get(HEADER);
    // The SDK itself refuses unknown versions.
    const isKnown = said === null || SUPPORTED_PROTOCOL_VERSIONS.includes(said);
    if (this.#agreed !== undefined && isKnown) headers.set(HEADER, this.#agreed);
    return super.handleRequest(new Request(url, { method, headers, signal }), options);
  }
}
