import { pairsOf, pairText } from './pairs.js';
import { type Parameters, simpleText } from './parameters.js';

/**
 * Writes the address of a request.
 * @param base the address of the server, without slashes at its end
 * @param credentials pairs of the query, which take precedence over arguments
 * @param reserved names that no member of an argument may have
 * @throws Error for an argument that would change another part of the address
 */
export function writeAddress(
  operation: string,
  base: string,
  template: string,
  { path = {}, query = {} }: { readonly path?: Parameters; readonly query?: Parameters },
  credentials: readonly (readonly [name: string, value: string])[],
  reserved: readonly string[],
): string {
  // Servers never receive a fragment; after one, the query would be a part of it.
  const [route = ''] = template.split('#');
  const filled = route.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(path, name) ? path[name] : undefined;
    const text = simpleText(operation, name, value, encodeURIComponent) ?? '';
    if (text === '')
      throw new Error(`${operation}: the path parameter ${JSON.stringify(name)} must not be empty.`);
    return text;
  });
  // Addresses also resolve dots that are escaped.
  if (filled.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw new Error(`${operation}: a parameter of the path must not be "." or "..".`);
  const own = pairsOf(operation, query, reserved).filter(
    ([key]) => !credentials.some(([name]) => name === key),
  );
  const all = [...own, ...credentials].map(pairText);
  const mark = filled.includes('?') ? '&' : '?';
  // Anything else would continue the name of the host.
  const start = /^(?:\/|$)/.test(filled) ? base : `${base}/`;
  return start + filled + (all.length === 0 ? '' : mark + all.join('&'));
}
