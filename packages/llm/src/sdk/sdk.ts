import type { ClientRuntime } from '../client/config.js';

export interface SdkEndpoint {
  readonly baseUrl: string;
  /** Undefined if no key is sent. */
  readonly apiKey: string | undefined;
}

/** The options of one attempt, other than its body. */
export interface SendOptions {
  readonly signal: AbortSignal;
  readonly stream: boolean;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The time limit of the whole call in milliseconds. */
  readonly totalMs: number;
}

/**
 * Sends one request and returns the raw response.
 * @throws ErrorReply for a status of 400 or more; the error of `fetch` if no response arrived; ToolwrightError `BAD_REQUEST` if
 * the SDK could not build the request
 */
export type Send<Body> = (body: Body, options: SendOptions) => Promise<Response>;

export interface Sdk<Endpoint extends SdkEndpoint, Body> {
  readonly name: string;
  /** The hint for an endpoint that the SDK refuses. */
  readonly hint?: string;
  /**
   * Loads the package and returns the function that creates its client.
   * @throws ToolwrightError `MISSING_PACKAGE`
   */
  load(): Promise<(endpoint: Endpoint, fetch: ClientRuntime['fetch']) => Send<Body>>;
}

/** An SDK's request type, but with read-only lists, and with `undefined` allowed for optional members. */
export type Sent<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? string extends keyof T
        ? object
        : {
            readonly [Key in keyof T]: object extends Pick<T, Key>
              ? Sent<Exclude<T[Key], undefined>> | undefined
              : Sent<T[Key]>;
          }
      : T;

/** Casts a body to the SDK's own type. SDKs do not modify bodies; their types only lack `readonly`. */
export function toParams<T>(body: Sent<T>): T;
export function toParams(body: unknown): unknown {
  return body;
}
