import { isRecord } from '@toolwright/contract';
import type { SecurityScheme } from '../runtime/credentials.js';
import type { ReadContext } from './read-context.js';

/** Reads the security schemes that operations may name. */
export function readSchemes(
  root: unknown,
  base: string,
  { documents, note }: ReadContext,
): ReadonlyMap<string, SecurityScheme> {
  const { components }: Record<string, unknown> = isRecord(root) ? root : {};
  const given =
    isRecord(components) && isRecord(components.securitySchemes) ? components.securitySchemes : {};
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, value] of Object.entries(given)) {
    const found = documents.resolve({ value, base, pointer: '#' });
    const scheme = isRecord(found?.value) ? schemeOf(found.value) : undefined;
    if (scheme === undefined)
      note(
        `components/securitySchemes/${name}`,
        'this way to authorize is not supported; pass its headers with `headers`',
      );
    else schemes.set(name, scheme);
  }
  return schemes;
}

function schemeOf(scheme: Readonly<Record<string, unknown>>): SecurityScheme | undefined {
  const { type, scheme: form, in: where, name } = scheme;
  if (type === 'oauth2' || type === 'openIdConnect') return { type: 'bearer' };
  if (type === 'http') {
    const plain = String(form).toLowerCase();
    return plain === 'basic' || plain === 'bearer' ? { type: plain } : undefined;
  }
  if (type !== 'apiKey' || typeof name !== 'string') return undefined;
  return where === 'header' || where === 'query' || where === 'cookie'
    ? { type: 'apiKey', in: where, name }
    : undefined;
}
