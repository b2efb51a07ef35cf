import type { ResumeOptions, ResumeSettings } from './resume-options.js';
import type { TokenRequest, VerifiedToken } from './verified-token.js';

/** Options for answering HTTP requests: who may send them, and limits. */
export interface EndpointOptions {
  /** The token that clients must send in the header `Authorization: Bearer …`. Default: none. */
  readonly token?: string | undefined;
  /**
   * Verifies bearer tokens, as an alternative to `token`. Must check that the token is intended for `request.resource`. The returned value
   * is passed to `contextFor`. If the function returns undefined or throws, the request is refused with status 401.
   */
  readonly verifyToken?:
    | ((
        token: string,
        request: TokenRequest,
      ) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>)
    | undefined;
  /**
   * Names whose request it is, if something else than this endpoint authorizes clients, such as a guard of the framework. Sessions, questions
   * and tasks can then be used by this owner alone. Default: the header `Authorization`.
   */
  readonly ownerOf?: ((request: Pick<TokenRequest, 'headers'>) => string | undefined) | undefined;
  /** The scopes that each verified token must have. Default: none. */
  readonly requiredScopes?: readonly string[] | undefined;
  /** The issuers of the tokens. If set, the server publishes the protected resource metadata that clients need to get a token. */
  readonly authorizationServers?: readonly string[] | undefined;
  /**
   * The URL that clients use, e.g. `https://tools.example.com/mcp`. Default: the URL at which `serveMcp` listens; `createMcpEndpoint` has no
   * default, and requires it with `verifyToken`.
   */
  readonly publicUrl?: string | undefined;
  /**
   * The allowed values of the `Host` header, without ports; `*` stands for any host. Default: the names of the loopback interface.
   * `createMcpEndpoint` also allows the host of `publicUrl`, and any host if it has `token` or `verifyToken`.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The origins of web pages that may use the server, e.g. `https://app.example`. Default: pages from the requested host or another allowed
   * host that is listed.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The maximum size of a request body in bytes. Default: 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum time for a request body to arrive, in milliseconds. Default: 30,000. */
  readonly bodyTimeoutMs?: number | undefined;
  /** The maximum number of clients. Further clients get status 503. Default: 100. */
  readonly maxSessions?: number | undefined;
  /** Idle sessions are closed after this many milliseconds. `Infinity`, or more than 24 days, means never. Default: half an hour. */
  readonly idleMs?: number | undefined;
  /** How clients can resume a broken stream; `false` disables resuming. Default: from the memory of this process. */
  readonly resume?: ResumeOptions | false | undefined;
  /**
   * Answers each request by itself. Use it where several processes or workers share one address. Clients of revisions before 2026-07-28
   * then have no session: they get no notifications and cannot be asked questions. Default: false.
   */
  readonly stateless?: boolean | undefined;
}

/** HTTP options of a server that listens on a port. */
export interface HttpOptions extends EndpointOptions {
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. Other addresses require `token` or `verifyToken`, and `allowedHosts`. */
  readonly host?: string | undefined;
  /** Default: `/mcp`. */
  readonly path?: string | undefined;
}

/** Options without a default. */
type Optional = 'token' | 'verifyToken' | 'publicUrl' | 'allowedOrigins';

/** The options with their defaults. */
export type EndpointSettings = Pick<EndpointOptions, Optional> & {
  readonly [Name in Exclude<keyof EndpointOptions, Optional | 'resume'>]-?: NonNullable<
    EndpointOptions[Name]
  >;
} & { readonly resume: ResumeSettings | undefined };

/** The options of a listening server with their defaults. */
export interface HttpSettings extends EndpointSettings {
  readonly port: number;
  readonly host: string;
  readonly path: string;
}
