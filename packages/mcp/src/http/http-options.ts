import type { ResumeOptions, ResumeSettings } from './resume-options.js';
import type { TokenRequest, VerifiedToken } from './verified-token.js';

/** How a server answers over HTTP. */
export interface HttpOptions {
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. Others need a `token` or `verifyToken`, and `allowedHosts`. */
  readonly host?: string | undefined;
  /** Default: `/mcp`. */
  readonly path?: string | undefined;
  /** Token that clients must send as `Authorization: Bearer …`. Default: none. */
  readonly token?: string | undefined;
  /**
   * Verifies bearer tokens, instead of `token`. Returns what the token stands for, which `contextFor` gets. The request is refused with 401
   * if it returns undefined or throws. It has to check that the token is meant for `request.resource`.
   */
  readonly verifyToken?:
    | ((
        token: string,
        request: TokenRequest,
      ) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>)
    | undefined;
  /** Scopes that each verified token must have. Default: none. */
  readonly requiredScopes?: readonly string[] | undefined;
  /** Addresses (issuers) of the authorization servers where clients get tokens. The server describes itself to clients if they are set. */
  readonly authorizationServers?: readonly string[] | undefined;
  /** The address that clients use, e.g. `https://tools.example.com/mcp` behind a proxy. Default: where the server listens. */
  readonly publicUrl?: string | undefined;
  /** Host names, without ports, that clients may use (`Host`). Default: those of the loopback interface. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages that may use the server, e.g. `https://app.example`. Default: pages from an allowed host. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Maximum size of a request body. Default: 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** How long the body of a request may take to arrive, in milliseconds. Default: 30,000. */
  readonly bodyTimeoutMs?: number | undefined;
  /** Maximum number of clients; another one gets 503. Default: 100. */
  readonly maxSessions?: number | undefined;
  /** When an idle session is closed, in milliseconds. `Infinity` or more than 24 days: never. Default: half an hour. */
  readonly idleMs?: number | undefined;
  /** How clients resume a broken stream. `false`: not at all. Default: from this process's memory. */
  readonly resume?: ResumeOptions | false | undefined;
}

/** The options with their defaults. */
export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly verifyToken: HttpOptions['verifyToken'];
  readonly requiredScopes: readonly string[];
  readonly authorizationServers: readonly string[];
  readonly publicUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[] | undefined;
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly resume: ResumeSettings | undefined;
}
