import type { ResumeOptions, ResumeSettings } from './resume-options.js';

/** How a server answers over HTTP. */
export interface HttpOptions {
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. Others need a `token` and `allowedHosts`. */
  readonly host?: string | undefined;
  /** Default: `/mcp`. */
  readonly path?: string | undefined;
  /** Token that clients must send as `Authorization: Bearer …`. Default: none. */
  readonly token?: string | undefined;
  /** Host names, without ports, that clients may use (`Host`). Default: those of the loopback interface. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages that may use the server, e.g. `https://app.example`. Default: pages from an allowed host. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Maximum size of a request body. Default: 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
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
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[] | undefined;
  readonly maxBodyBytes: number;
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly resume: ResumeSettings | undefined;
}
