import { isRecord } from '@toolwright/contract';
import { bearerTokenOf, isSameText } from './bearer-token.js';
import type { EndpointSettings } from './http-options.js';
import type { ProtectedResource } from './protected-resource.js';
import type { Refusal } from './refuse-request.js';
import { type AuthInfo, ownedBy, toAuthInfo, type VerifiedToken } from './verified-token.js';

/** An authorized request, with its verified token if the server has `verifyToken`, or the reason the request is refused. */
export type Authorization = { readonly auth?: AuthInfo } | { readonly refusal: Refusal };

type AuthorizationSettings = Pick<EndpointSettings, 'token' | 'verifyToken' | 'requiredScopes' | 'ownerOf'>;

/** Checks the token of a request. @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
export async function authorize(
  { headers }: Request,
  { token, verifyToken, requiredScopes, ownerOf }: AuthorizationSettings,
  { resource, metadataUrl }: ProtectedResource,
): Promise<Authorization> {
  if (token === undefined && verifyToken === undefined) {
    const owner = ownerOf({ headers: Object.fromEntries(headers) }) ?? '';
    return owner === '' ? {} : { auth: ownedBy(owner) };
  }
  const given = bearerTokenOf(headers.get('authorization') ?? undefined);
  if (token !== undefined) {
    return given !== undefined && isSameText(given, token) ? {} : refusal(401, WANTED, {});
  }
  const where = metadataUrl === undefined ? {} : { resource_metadata: metadataUrl };
  const scope = requiredScopes.length === 0 ? {} : { scope: requiredScopes.join(' ') };
  if (given === undefined) return refusal(401, WANTED, { ...scope, ...where });
  const verified = await verify(() =>
    verifyToken?.(given, { headers: Object.fromEntries(headers), resource }),
  );
  if (verified === undefined) {
    return refusal(401, 'The token is invalid.', { error: 'invalid_token', ...scope, ...where });
  }
  if (!requiredScopes.every((one) => verified.scopes.includes(one))) {
    const message = `The token must have the scopes ${requiredScopes.join(', ')}.`;
    return refusal(403, message, { error: 'insufficient_scope', ...scope, ...where });
  }
  return { auth: toAuthInfo(given, verified) };
}

const WANTED = 'This server requires a bearer token.';

/** Verifies a token. Returns undefined if it is invalid. Also returns undefined for errors, whose messages could contain the token. */
async function verify(
  action: () => VerifiedToken | undefined | Promise<VerifiedToken | undefined>,
): Promise<VerifiedToken | undefined> {
  try {
    const verified: unknown = await action();
    return isVerified(verified) ? verified : undefined;
  } catch {
    return undefined;
  }
}

/** `verifyToken` may pass on what another server answered. A text has `includes` too, so scopes must be a list. */
function isVerified(value: unknown): value is VerifiedToken {
  if (!isRecord(value)) return false;
  const { clientId, subject = '', scopes, expiresAt = Number.POSITIVE_INFINITY } = value;
  const areTexts =
    Array.isArray(scopes) && [clientId, subject, ...scopes].every((one) => typeof one === 'string');
  return areTexts && typeof expiresAt === 'number' && expiresAt * 1_000 > Date.now();
}

function refusal(status: 401 | 403, message: string, parameters: Readonly<Record<string, string>>) {
  const described = 'error' in parameters ? { ...parameters, error_description: message } : parameters;
  const list = Object.entries(described).map(([name, value]) => `${name}="${value}"`);
  const headers = { 'WWW-Authenticate': ['Bearer', list.join(', ')].join(' ').trim() };
  return { refusal: { status, message, headers } };
}
