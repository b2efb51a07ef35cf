import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpSettings } from './http-options.js';

type Settings = Pick<HttpSettings, 'publicUrl' | 'path' | 'authorizationServers' | 'requiredScopes'>;

/**
 * Serves the protected resource metadata, which tells clients where to get a token.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 */
export class ProtectedResource {
  /** The server's URL, which is the audience of tokens. */
  readonly resource: string;
  /** The URL of the metadata; undefined without authorization servers. */
  readonly metadataUrl: string | undefined;
  readonly #metadata: object | undefined;
  readonly #paths: readonly string[];

  /** @param url the URL at which the server listens */
  constructor(url: string, { publicUrl = url, path, authorizationServers, requiredScopes }: Settings) {
    const { origin, pathname } = new URL(publicUrl);
    const publicPath = `${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
    this.resource = publicUrl;
    // Some clients request the metadata only at the root, and a proxy may map the server to another path.
    this.#paths = [publicPath, WELL_KNOWN, `${WELL_KNOWN}${path}`];
    if (authorizationServers.length === 0) return;
    this.metadataUrl = `${origin}${publicPath}`;
    this.#metadata = {
      resource: publicUrl,
      authorization_servers: authorizationServers,
      ...(requiredScopes.length === 0 ? {} : { scopes_supported: requiredScopes }),
      bearer_methods_supported: ['header'],
    };
  }

  /** Answers a request for the metadata. @returns false for other requests */
  answer({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
    const [path = ''] = url.split('?', 1);
    if (this.#metadata === undefined || method !== 'GET' || !this.#paths.includes(path)) return false;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=3600' });
    response.end(JSON.stringify(this.#metadata));
    return true;
  }
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
