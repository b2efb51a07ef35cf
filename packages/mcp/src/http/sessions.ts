import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/server';
import type { HttpSettings } from './http-options.js';
import { refuse } from './refuse-request.js';
import { Session } from './session.js';
import { ownerOfRequest } from './verified-token.js';

/** The sessions of an HTTP server, for revisions before 2026-07-28. */
export class Sessions {
  readonly #createServer: () => Server;
  readonly #settings: HttpSettings;
  /** All sessions, including those that are not yet initialized. */
  readonly #all = new Set<Session>();
  readonly #byId = new Map<string, Session>();

  constructor(createServer: () => Server, settings: HttpSettings) {
    this.#createServer = createServer;
    this.#settings = settings;
  }

  /** @param body the parsed body of a POST request */
  async handle(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    const id = request.headers['mcp-session-id'];
    if (id === undefined && request.method === 'POST') return this.#begin(request, response, body);
    const session = this.#byId.get(String(id));
    // A session can only be used by the owner of the token that started it.
    if (session?.owner === ownerOfRequest(request)) return session.handle(request, response, body);
    if (id === undefined) refuse(response, { status: 400, message: 'The header Mcp-Session-Id is missing.' });
    // After a 404, clients start a new session.
    else refuse(response, { status: 404, message: 'Unknown session.' });
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#all, (session) => session.close()));
  }

  async #begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (this.#all.size >= this.#settings.maxSessions) {
      refuse(response, { status: 503, message: 'Too many sessions.', headers: { 'Retry-After': '10' } });
      return;
    }
    const session = new Session(this.#createServer(), this.#settings, ownerOfRequest(request));
    this.#all.add(session);
    await session.start({
      onBegin: (id) => this.#byId.set(id, session),
      onEnd: () => {
        this.#all.delete(session);
        if (session.id !== undefined) this.#byId.delete(session.id);
      },
    });
    await session.handle(request, response, body);
    // The request was not `initialize`, so it has been answered with an error.
    if (session.id === undefined) await session.close();
  }
}
