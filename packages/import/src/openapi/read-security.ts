import type { SecurityScheme } from '../runtime/credentials.js';
import type { Part } from './documents.js';
import type { ReadContext } from './read-context.js';

/** Reads the security schemes that operations may name. */
export function readSchemes(
  root: Part,
  { documents, note }: ReadContext,
): ReadonlyMap<string, SecurityScheme> {
  const given = documents.at(root, 'components', 'securitySchemes');
  const schemes = new Map<string, SecurityScheme>();
  for (const name of Object.keys(given.value)) {
    const scheme = schemeOf(documents.at(given, name).value);
    const place = `components/securitySchemes/${name}`;
    if (scheme !== undefined) schemes.set(name, scheme);
    else note(place, 'this way to authorize is not supported; pass its headers with `headers`');
  }
  return schemes;
}

function schemeOf({ type, scheme, in: where, name }: Part['value']): SecurityScheme | undefined {
  if (type === 'oauth2' || type === 'openIdConnect') return { type: 'bearer' };
  if (type === 'http') {
    const plain = String(scheme).toLowerCase();
    return plain === 'basic' || plain === 'bearer' ? { type: plain } : undefined;
  }
  if (type !== 'apiKey' || typeof name !== 'string') return undefined;
  return where === 'header' || where === 'query' || where === 'cookie'
    ? { type: 'apiKey', in: where, name }
    : undefined;
}
