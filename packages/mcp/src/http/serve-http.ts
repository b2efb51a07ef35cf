import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolwrightError } from '@toolwright/contract';
import { announce, type McpServers } from '../server/create-mcp-server.js';
import type { McpService } from '../service.js';
import { authorize } from './authorization.js';
import { allowReading, answerPreflight } from './cross-origin.js';
import type { HttpOptions, HttpSettings } from './http-options.js';
import { ModernRequests } from './modern-requests.js';
import { ProtectedResource } from './protected-resource.js';
import { BodyReader } from './read-body.js';
import { readHttpOptions } from './read-http-options.js';
import { refuse, refuseOrigin } from './refuse-request.js';
import { Sessions } from './sessions.js';

/**
 * Serves any number of clients over Streamable HTTP.
 * @throws ToolwrightError `INVALID_CONFIG`, including if the port is in use
 */
export async function serveHttp(servers: McpServers, options: HttpOptions): Promise<McpService> {
  const settings = readHttpOptions(options);
  const http = createHttpServer();
  await listen(http, settings);
  const router = new Router(servers, settings);
  const url = urlOf(settings.host, http.address(), settings.path);
  const resource = new ProtectedResource(url, settings);
  http.on('request', (request, response) => {
    handle(request, response, { settings, resource, router }).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: 'Internal error.' });
      else response.destroy();
    });
  });
  const closed = once(http, 'close').then(() => undefined);
  const close = async (): Promise<void> => {
    http.close();
    await router.close();
    http.closeAllConnections();
    await closed;
  };
  return { url, closed, close };
}

interface Parts {
  readonly settings: HttpSettings;
  readonly resource: ProtectedResource;
  readonly router: Router;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { settings, resource, router }: Parts,
): Promise<void> {
  const stranger = refuseOrigin(request, settings);
  if (stranger !== undefined) return refuse(response, stranger);
  allowReading(request, response);
  // Browsers and clients send these requests before they have a token.
  if (answerPreflight(request, response) || resource.answer(request, response)) return;
  const refusal = await authorize(request, settings, resource);
  if (refusal !== undefined) return refuse(response, refusal);
  const [path] = (request.url ?? '').split('?', 1);
  if (path === settings.path) return router.handle(request, response);
  refuse(response, { status: 404, message: `Not found. The server is at ${settings.path}.` });
}

async function listen(http: Server, { port, host }: HttpSettings): Promise<void> {
  try {
    http.listen(port, host);
    await once(http, 'listening');
  } catch (error) {
    const { code } = Object(error);
    const why = LISTEN_FAILURES[String(code)];
    if (why === undefined) throw error;
    throw new ToolwrightError('INVALID_CONFIG', `Port ${port} ${why}.`, {
      blame: 'user',
      hint: 'Choose another port, or 0 for a free one.',
      cause: error,
    });
  }
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'requires permissions that this user does not have',
};

function urlOf(host: string, address: string | AddressInfo | null, path: string): string {
  const port = typeof address === 'object' && address !== null ? `:${address.port}` : '';
  return `http://${host.includes(':') ? `[${host}]` : host}${port}${path}`;
}

/** Routes each request to the handler for its revision: with sessions up to 2025-11-25, stateless since 2026-07-28. */
class Router {
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
