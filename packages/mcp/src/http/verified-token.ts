import type { IncomingMessage } from 'node:http';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Whom a bearer token belongs to, as `verifyToken` returns it. */
export interface VerifiedToken {
  /** The program that got the token. */
  readonly clientId: string;
  /** The person, or whatever else the token stands for. Sessions and tasks belong to one client and subject. */
  readonly subject?: string | undefined;
  readonly scopes: readonly string[];
  /** In seconds since 1970, as `exp` of a JWT. A token is refused from then on. Default: never. */
  readonly expiresAt?: number | undefined;
  /** Anything else that `contextFor` needs. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A request with a bearer token, for `verifyToken`. */
export interface TokenRequest {
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The address that tokens have to be for (their audience). */
  readonly resource: string;
}

/** What the SDK passes from an HTTP request to the handlers of messages. */
type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** Writes the verified token where the SDK reads it. */
export function attachToken(request: IncomingMessage, token: string, verified: VerifiedToken): void {
  const { clientId, scopes } = verified;
  const auth: AuthInfo = { token, clientId, scopes: [...scopes], extra: { [VERIFIED]: verified } };
  Object.assign(request, { auth });
}

/** The verified token of a message's request. */
export function findToken({ http }: WithHttp): VerifiedToken | undefined {
  // Only `attachToken` writes this key.
  return http?.authInfo?.extra?.[VERIFIED] as VerifiedToken | undefined;
}

interface WithHttp {
  readonly http?: ServerContext['http'] | undefined;
}

/** The same for requests of one client and subject. */
export function ownerOf(token: VerifiedToken | undefined): string {
  return token === undefined ? '' : JSON.stringify([token.clientId, token.subject ?? null]);
}

/** The same for a request that has not reached the SDK yet. */
export function ownerOfRequest(request: IncomingMessage): string {
  const authInfo: AuthInfo | undefined = Reflect.get(request, 'auth');
  return ownerOf(findToken(authInfo === undefined ? {} : { http: { authInfo } }));
}

const VERIFIED = 'toolwright.verified-token';
