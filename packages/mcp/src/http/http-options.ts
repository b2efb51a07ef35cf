import type { ResumeOptions, ResumeSettings } from './resume-options.js';

/** How a server answers over HTTP. */
export interface HttpOptions {
  /** Default: any free one. */
  readonly port?: number | undefined;
  /** The address to listen at. Default: `127.0.0.1`. Others need a `token` and `allowedHosts`. */
  readonly host?: string | undefined;
  /** Default: `/mcp`. */
  readonly path?: string | undefined;
  /** What clients have to send as `Authorization: Bearer …`. Default: none is needed. */
  readonly token?: string | undefined;
  /** Names, without ports, under which clients may reach it (`Host`). Default: those of the loopback interface. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Web pages that may use it (`Origin`), e.g. `https://app.example`. Default: pages from one of the allowed hosts. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Of a request's body. Default: 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Clients at once; one more gets 503. Default: 100. */
  readonly maxSessions?: number | undefined;
  /** Milliseconds after which a session is ended that nobody uses; `Infinity`, or more than 24 days: never. Default: half an hour. */
  readonly idleMs?: number | undefined;
  /** How clients get the rest of a stream that was cut. `false`: not at all. Default: out of this process's memory. */
  readonly resume?: ResumeOptions | false | undefined;
}

/** The same, with nothing left out but what may be missing. */
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
