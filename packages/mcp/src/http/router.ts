import type { IncomingMessage, ServerResponse } from 'node:http';
import { announce, type McpServers } from '../server/create-mcp-server.js';
import type { HttpSettings } from './http-options.js';
import { ModernRequests } from './modern-requests.js';
import { BodyReader } from './read-body.js';
import { refuse } from './refuse-request.js';
import { Sessions } from './sessions.js';

/** Routes each request to the handler of its revision: with sessions up to 2025-11-25, stateless since 2026-07-28. */
export class Router {
  readonly #sessions: Sessions;
  readonly #modern: ModernRequests;
  readonly #bodies: BodyReader;

  constructor(servers: McpServers, settings: HttpSettings) {
    this.#sessions = new Sessions(() => announce(servers), settings);
    this.#modern = new ModernRequests(servers, settings);
    this.#bodies = new BodyReader(settings);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      await (this.#modern.claims(request) ? this.#modern : this.#sessions).handle(request, response);
      return;
    }
    const body = await this.#bodies.read(request);
    if ('refusal' in body) {
      refuse(response, body.refusal);
      return;
    }
    const isModern = await this.#modern.claims(request, body.value);
    await (isModern ? this.#modern : this.#sessions).handle(request, response, body.value);
  }

  async close(): Promise<void> {
    await Promise.all([this.#sessions.close(), this.#modern.close()]);
  }
}
