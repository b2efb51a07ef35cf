import type { JsonObject } from '@toolwright/contract';

/** How a client gets access to a server that wants tokens of an authorization server (OAuth 2.1). */
export type OAuthOptions = OAuthSettings & (BrowserOptions | AuthorizeOptions);

/** What both ways to ask the person share. */
export interface OAuthSettings {
  /** Keeps registrations and tokens, so that the person is not asked again. */
  readonly storage: OAuthStorage;
  /** Where the authorization server sends the person back, e.g. `http://127.0.0.1:8976/callback`. */
  readonly redirectUrl: string | URL;
  /** Scopes to ask for, if the server does not name any. */
  readonly scopes?: readonly string[] | undefined;
  /** What the person reads as the name of this program. Default: `toolwright`. */
  readonly clientName?: string | undefined;
  /** A registration that you have. Default: the client registers itself. */
  readonly clientId?: string | undefined;
  /** Needs an `issuer`: another authorization server must not get the secret. */
  readonly clientSecret?: string | undefined;
  /** The `https` address of a document that describes this client, for authorization servers that accept it instead of a registration. */
  readonly clientMetadataUrl?: string | undefined;
  /** Further metadata of the client for its registration (RFC 7591). */
  readonly clientMetadata?: JsonObject | undefined;
  /** The only authorization server to accept. Default: the one that the server names. */
  readonly issuer?: string | undefined;
  /** How long the person may take, in milliseconds. Default: five minutes. */
  readonly timeoutMs?: number | undefined;
}

/** The connection itself waits at `redirectUrl`, which has to be an address of this machine. */
export interface BrowserOptions {
  /** Shows the person this page. */
  readonly openBrowser: (url: URL) => void | Promise<void>;
  readonly authorize?: undefined;
}

/** Your program receives what the authorization server sends to `redirectUrl`. */
export interface AuthorizeOptions {
  /** Sends the person to this page, and returns the address that they were sent back to, or its query. */
  readonly authorize: (
    url: URL,
    request: { readonly signal: AbortSignal },
  ) => Promise<string | URL | URLSearchParams>;
  readonly openBrowser?: undefined;
}

/** Keeps texts, which are secrets, e.g. in the keychain of the person or in a database. */
export interface OAuthStorage {
  /** @param server the address of the MCP server */
  load(server: string): string | undefined | Promise<string | undefined>;
  save(server: string, text: string): void | Promise<void>;
}
