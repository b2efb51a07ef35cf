import type { JsonObject } from '@toolwright/contract';

/** How a client gets access to a server that requires tokens from an authorization server (OAuth 2.1). */
export type OAuthOptions = OAuthSettings & (BrowserOptions | AuthorizeOptions);

/** Settings that do not depend on how the person is asked. */
export interface OAuthSettings {
  /** Stores registrations and tokens, so that the person is asked only once. */
  readonly storage: OAuthStorage;
  /** The URL to which the authorization server redirects the person, e.g. `http://127.0.0.1:8976/callback`. */
  readonly redirectUrl: string | URL;
  /** The scopes to request if the server does not name any. */
  readonly scopes?: readonly string[] | undefined;
  /** The name of this program, shown to the person. Default: `toolwright`. */
  readonly clientName?: string | undefined;
  /** The id of an existing registration. Default: the client registers itself. */
  readonly clientId?: string | undefined;
  /** The secret of the registration. Requires `issuer`, because only that authorization server may receive the secret. */
  readonly clientSecret?: string | undefined;
  /** The `https` URL of a client metadata document, for authorization servers that accept it instead of a registration. */
  readonly clientMetadataUrl?: string | undefined;
  /** Additional client metadata for the registration (RFC 7591). */
  readonly clientMetadata?: JsonObject | undefined;
  /** The only authorization server to accept. Default: the one that the MCP server announces. */
  readonly issuer?: string | undefined;
  /** How long to wait for the person, in milliseconds. Default: five minutes. */
  readonly timeoutMs?: number | undefined;
}

/** Options for letting the connection itself listen at `redirectUrl`, which must be a loopback URL. */
export interface BrowserOptions {
  /** Opens the page of the authorization server in a browser. */
  readonly openBrowser: (url: URL) => void | Promise<void>;
  readonly authorize?: undefined;
}

/** Options for receiving the request to `redirectUrl` in your own program. */
export interface AuthorizeOptions {
  /** Sends the person to the page, and returns the URL to which they were redirected, or its query. */
  readonly authorize: (
    url: URL,
    request: { readonly signal: AbortSignal },
  ) => Promise<string | URL | URLSearchParams>;
  readonly openBrowser?: undefined;
}

/** Stores secret strings, e.g. in the person's keychain or in a database. */
export interface OAuthStorage {
  /** @param server the URL of the MCP server */
  load(server: string): string | undefined | Promise<string | undefined>;
  save(server: string, text: string): void | Promise<void>;
}
