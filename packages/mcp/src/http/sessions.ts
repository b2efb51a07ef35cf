import type { Server } from '@modelcontextprotocol/server';
import type { EndpointSettings } from './http-options.js';
import { refuse } from './refuse-request.js';
import { Session } from './session.js';
import { type Admitted, ownerOfRequest } from './verified-token.js';

/** The sessions of an HTTP server, for revisions before 2026-07-28. */
export class Sessions {
  readonly #createServer: () => Server;
  readonly #settings: EndpointSettings;
  /** All sessions, including those that are not yet initialized. */
  readonly #all = new Set<Session>();
  readonly #byId = new Map<string, Session>();

  constructor(createServer: () => Server, settings: EndpointSettings) {
    this.#createServer = createServer;
    this.#settings = settings;
  }

  async handle(request: Request, admitted: Admitted): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && request.method === 'POST') return this.#begin(request, admitted);
    const session = this.#byId.get(String(id));
    // A session can only be used by the owner of the token that started it.
    if (session?.owner === ownerOfRequest(admitted.auth)) return session.handle(request, admitted);
    if (id === null) return refuse({ status: 400, message: 'The header Mcp-Session-Id is missing.' });
    // After a 404, clients start a new session.
    return refuse({ status: 404, message: 'Unknown session.' });
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#all, (session) => session.close()));
  }

  async #begin(request: Request, admitted: Admitted): Promise<Response> {
    if (this.#all.size >= this.#settings.maxSessions) {
      return refuse({ status: 503, message: 'Too many sessions.', headers: { 'Retry-After': '10' } });
    }
    const session = new Session(this.#createServer(), this.#settings, ownerOfRequest(admitted.auth));
    this.#all.add(session);
    await session.start({
      onBegin: (id) => this.#byId.set(id, session),
      onEnd: () => {
        this.#all.delete(session);
        if (session.id !== undefined) this.#byId.delete(session.id);
      },
    });
    const response = await session.handle(request, admitted);
    // The request was not `initialize`, so it has been answered with an error.
    if (session.id === undefined) await session.close();
    return response;
  }
}
