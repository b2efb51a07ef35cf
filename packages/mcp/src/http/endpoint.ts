import { announce, type McpServers } from '../server/create-mcp-server.js';
import { authorize } from './authorization.js';
import { allowReading, answerPreflight } from './cross-origin.js';
import type { EndpointSettings } from './http-options.js';
import { ModernRequests } from './modern-requests.js';
import { ProtectedResource } from './protected-resource.js';
import { BodyReader } from './read-body.js';
import { refuse, refuseOrigin } from './refuse-request.js';
import { Sessions } from './sessions.js';

/** Answers HTTP requests. Passes each one to the handler for its revision: with sessions up to 2025-11-25, stateless since 2026-07-28. */
export class Endpoint {
  readonly #settings: EndpointSettings;
  readonly #path: string | undefined;
  readonly #resource: ProtectedResource;
  readonly #sessions: Sessions;
  readonly #modern: ModernRequests;
  readonly #bodies: BodyReader;
  #isClosed = false;

  /** @param url the URL that clients use @param path the path of the server; by default every path that a framework passes on */
  constructor(servers: McpServers, settings: EndpointSettings, url: string, path?: string) {
    this.#settings = settings;
    this.#path = path;
    this.#resource = new ProtectedResource(url, settings);
    this.#sessions = new Sessions(() => announce(servers), settings);
    this.#modern = new ModernRequests(servers, settings);
    this.#bodies = new BodyReader(settings);
  }

  /**
   * @param parsedBody the body of the request, if a framework has parsed it
   * @throws Error if the client disconnects before its request has arrived
   */
  async answer(request: Request, parsedBody?: unknown): Promise<Response> {
    if (this.#isClosed) return refuse({ status: 503, message: 'The server is closed.' });
    const stranger = refuseOrigin(request, this.#settings);
    if (stranger !== undefined) return refuse(stranger);
    const response = await this.#answer(request, parsedBody);
    allowReading(request, response);
    return response;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#sessions.close(), this.#modern.close()]);
  }

  async #answer(request: Request, parsedBody: unknown): Promise<Response> {
    // Browsers and clients send these requests before they have a token.
    const open = answerPreflight(request) ?? this.#resource.answer(request);
    if (open !== undefined) return open;
    const authorization = await authorize(request, this.#settings, this.#resource);
    if ('refusal' in authorization) return refuse(authorization.refusal);
    if (this.#path !== undefined && new URL(request.url).pathname !== this.#path) {
      return refuse({ status: 404, message: `Not found. The server is at ${this.#path}.` });
    }
    const isRead = request.method !== 'POST' || parsedBody !== undefined;
    const body = isRead ? { value: parsedBody } : await this.#bodies.read(request);
    if ('refusal' in body) return refuse(body.refusal);
    const handler = this.#modern.claims(request, body.value) ? this.#modern : this.#sessions;
    return handler.handle(request, { ...authorization, body: body.value });
  }
}
