import type { ServerContext } from '@modelcontextprotocol/server';

/** The owner and the scopes of a bearer token, as returned by `verifyToken`. */
export interface VerifiedToken {
  /** The client to which the token was issued. */
  readonly clientId: string;
  /** The person or service that the token represents. Sessions and tasks belong to one client and one subject. */
  readonly subject?: string | undefined;
  readonly scopes: readonly string[];
  /** The time at which the token expires, in seconds since 1970, like `exp` in a JWT. Default: never. */
  readonly expiresAt?: number | undefined;
  /** Additional data for `contextFor`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A request with a bearer token, for `verifyToken`. */
export interface TokenRequest {
  /** The headers, with lowercase names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The required audience of tokens: the URL of this server. */
  readonly resource: string;
}

/** The authorization data that the SDK passes from an HTTP request to the message handlers. */
export type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** What is known of an authorized request: its verified token, and the parsed body of a POST request. */
export interface Admitted {
  readonly auth?: AuthInfo | undefined;
  readonly body?: unknown;
}

/** Converts a verified token to the form that the SDK passes on. */
export function toAuthInfo(token: string, verified: VerifiedToken): AuthInfo {
  const { clientId, scopes } = verified;
  return { token, clientId, scopes: [...scopes], extra: { [VERIFIED]: verified } };
}

/** Returns the verified token of the request in which a message arrived. */
export function findToken({ http }: WithHttp): VerifiedToken | undefined {
  // Only `toAuthInfo` writes this key.
  return http?.authInfo?.extra?.[VERIFIED] as VerifiedToken | undefined;
}

interface WithHttp {
  readonly http?: ServerContext['http'] | undefined;
}

/** The authorization data of a request that a framework has authorized: nothing but whose it is. */
export function ownedBy(owner: string): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { [OWNER]: owner } };
}

/** Returns a string that identifies who sent a request: the client and the subject of its token, or whom `ownerOf` named. */
export function ownerIn(context: WithHttp): string {
  const token = findToken(context);
  if (token !== undefined) return JSON.stringify([token.clientId, token.subject ?? null]);
  return String(context.http?.authInfo?.extra?.[OWNER] ?? '');
}

/** Like {@link ownerIn}, for a request that has not been passed to the SDK yet. */
export function ownerOfRequest(authInfo: AuthInfo | undefined): string {
  return ownerIn(authInfo === undefined ? {} : { http: { authInfo } });
}

const VERIFIED = 'toolwright.verified-token';
const OWNER = 'toolwright.owner';
