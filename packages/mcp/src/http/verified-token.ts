import type { IncomingMessage } from 'node:http';
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
type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** Attaches the verified token to a request in the form that the SDK reads. */
export function attachToken(request: IncomingMessage, token: string, verified: VerifiedToken): void {
  const { clientId, scopes } = verified;
  const auth: AuthInfo = { token, clientId, scopes: [...scopes], extra: { [VERIFIED]: verified } };
  Object.assign(request, { auth });
}

/** Returns the verified token of the request in which a message arrived. */
export function findToken({ http }: WithHttp): VerifiedToken | undefined {
  // Only `attachToken` writes this key.
  return http?.authInfo?.extra?.[VERIFIED] as VerifiedToken | undefined;
}

interface WithHttp {
  readonly http?: ServerContext['http'] | undefined;
}

/** Returns a string that identifies the client and subject of a token. */
export function ownerOf(token: VerifiedToken | undefined): string {
  return token === undefined ? '' : JSON.stringify([token.clientId, token.subject ?? null]);
}

/** Like {@link ownerOf}, for a request that has not been passed to the SDK yet. */
export function ownerOfRequest(request: IncomingMessage): string {
  const authInfo: AuthInfo | undefined = Reflect.get(request, 'auth');
  return ownerOf(findToken(authInfo === undefined ? {} : { http: { authInfo } }));
}

const VERIFIED = 'toolwright.verified-token';
