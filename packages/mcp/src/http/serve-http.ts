import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announce, type McpServers } from '../server/create-mcp-server.js';
import type { McpService } from '../service.js';
import type { HttpOptions, HttpSettings } from './http-options.js';
import { ModernRequests } from './modern-requests.js';
import { readBody } from './read-body.js';
import { readHttpOptions } from './read-http-options.js';
import { refuse, refuseRequest } from './refuse-request.js';
import { Sessions } from './sessions.js';

/**
 * Serves any number of clients over Streamable HTTP.
 * @throws ToolwrightError `INVALID_CONFIG`, and Node's own error if the port is taken
 */
export async function serveHttp(servers: McpServers, options: HttpOptions): Promise<McpService> {
  const settings = readHttpOptions(options);
  const router = new Router(servers, settings);
  const http = createHttpServer((request, response) => {
    const refusal = refuseRequest(request, settings);
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    router.handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: 'Internal error.' });
      else response.destroy();
    });
  });
  http.listen(settings.port, settings.host);
  await once(http, 'listening');
  const closed = once(http, 'close').then(() => undefined);
  const close = async (): Promise<void> => {
    http.close();
    await router.close();
    http.closeAllConnections();
    await closed;
  };
  return { url: urlOf(settings.host, http.address(), settings.path), closed, close };
}

/** Gives each request to its era of the protocol: with sessions up to 2025-11-25, without since 2026-07-28. */
class Router {
  readonly #sessions: Sessions;
  readonly #modern: ModernRequests;
  readonly #maxBodyBytes: number;

  constructor(servers: McpServers, settings: HttpSettings) {
    this.#sessions = new Sessions(() => announce(servers), settings);
    this.#modern = new ModernRequests(servers, settings);
    this.#maxBodyBytes = settings.maxBodyBytes;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      await (this.#modern.claims(request) ? this.#modern : this.#sessions).handle(request, response);
      return;
    }
    const body = await readBody(request, this.#maxBodyBytes);
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

function urlOf(host: string, address: string | AddressInfo | null, path: string): string {
  const port = typeof address === 'object' && address !== null ? `:${address.port}` : '';
  return `http://${host.includes(':') ? `[${host}]` : host}${port}${path}`;
}
