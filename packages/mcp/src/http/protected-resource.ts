import type { EndpointSettings } from './http-options.js';

type Settings = Pick<EndpointSettings, 'authorizationServers' | 'requiredScopes'>;

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

  /** @param url the URL that clients use */
  constructor(url: string, { authorizationServers, requiredScopes }: Settings) {
    this.resource = url;
    if (authorizationServers.length === 0) return;
    const { origin, pathname } = new URL(url);
    this.metadataUrl = `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
    this.#metadata = {
      resource: url,
      authorization_servers: authorizationServers,
      ...(requiredScopes.length === 0 ? {} : { scopes_supported: requiredScopes }),
      bearer_methods_supported: ['header'],
    };
  }

  /**
   * Answers a request for the metadata. Some clients request it only at the root, and a proxy may map the server to another path.
   * @returns undefined for other requests
   */
  answer({ method, url }: Request): Response | undefined {
    if (this.#metadata === undefined || method !== 'GET') return undefined;
    if (!`${new URL(url).pathname}/`.startsWith(`${WELL_KNOWN}/`)) return undefined;
    return Response.json(this.#metadata, { headers: { 'Cache-Control': 'max-age=3600' } });
  }
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
