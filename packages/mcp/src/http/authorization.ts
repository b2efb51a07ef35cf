import type { IncomingMessage } from 'node:http';
import { bearerTokenOf, isSameText } from './bearer-token.js';
import type { HttpSettings } from './http-options.js';
import type { ProtectedResource } from './protected-resource.js';
import type { Refusal } from './refuse-request.js';
import { attachToken, type VerifiedToken } from './verified-token.js';

/**
 * Checks the token of a request, and attaches the verified token to the request.
 * @returns the reason the request is refused, or undefined if it is authorized
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3
 */
export async function authorize(
  request: IncomingMessage,
  { token, verifyToken, requiredScopes }: Pick<HttpSettings, 'token' | 'verifyToken' | 'requiredScopes'>,
  { resource, metadataUrl }: ProtectedResource,
): Promise<Refusal | undefined> {
  if (token === undefined && verifyToken === undefined) return undefined;
  const given = bearerTokenOf(request.headers.authorization);
  if (token !== undefined) {
    return given !== undefined && isSameText(given, token) ? undefined : refusal(401, WANTED, {});
  }
  const where = metadataUrl === undefined ? {} : { resource_metadata: metadataUrl };
  const scope = requiredScopes.length === 0 ? {} : { scope: requiredScopes.join(' ') };
  if (given === undefined) return refusal(401, WANTED, { ...scope, ...where });
  const verified = await verify(() => verifyToken?.(given, { headers: request.headers, resource }));
  if (verified === undefined) {
    return refusal(401, 'The token is invalid.', { error: 'invalid_token', ...scope, ...where });
  }
  if (!requiredScopes.every((one) => verified.scopes.includes(one))) {
    const message = `The token must have the scopes ${requiredScopes.join(', ')}.`;
    return refusal(403, message, { error: 'insufficient_scope', ...scope, ...where });
  }
  attachToken(request, given, verified);
  return undefined;
}

const WANTED = 'This server requires a bearer token.';

/** Verifies a token. Returns undefined if it is invalid. Also returns undefined for errors, whose messages could contain the token. */
async function verify(
  action: () => VerifiedToken | undefined | Promise<VerifiedToken | undefined>,
): Promise<VerifiedToken | undefined> {
  const verified = await Promise.resolve()
    .then(action)
    .catch(() => undefined);
  const { expiresAt = Number.POSITIVE_INFINITY } = verified ?? {};
  return expiresAt * 1_000 > Date.now() ? verified : undefined;
}

function refusal(status: 401 | 403, message: string, parameters: Readonly<Record<string, string>>): Refusal {
  const described = 'error' in parameters ? { ...parameters, error_description: message } : parameters;
  const list = Object.entries(described).map(([name, value]) => `${name}="${value}"`);
  return { status, message, headers: { 'WWW-Authenticate': ['Bearer', list.join(', ')].join(' ').trim() } };
}
