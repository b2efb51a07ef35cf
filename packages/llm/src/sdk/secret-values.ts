import { isSecretName } from '@toolwright/contract';

/** The minimum length of a secret with an ordinary name. Shorter values may be plain words. */
const MIN_LENGTH = 8;
/** The minimum length of a secret within a value, such as a cookie in `a=…; b=…`. */
const MIN_PART = 16;

/** Names whose values are public and useful in errors. */
const HARMLESS =
  /^(?:http-referer|referer|origin|user-agent|accept(?:-[a-z]+)?|content-(?:type|language)|(?:[a-z-]*-)?(?:title|version|beta)|openai-(?:organization|project)|x-stainless-[a-z-]+|x-openrouter-categories)$/i;

/** Returns the values that may be secret, among headers or the parameters of an address. Anyone can invent a name for a key. */
export function secretValues(entries: Iterable<readonly [string, unknown]>): string[] {
  const found = new Set<string>();
  for (const [name, given] of entries) {
    if (typeof given !== 'string' || (HARMLESS.test(name) && !isSecretName(name))) continue;
    const value = given.trim();
    // Servers and proxies may collapse spaces, and may quote a token without its scheme.
    const written = [value, value.replace(/\s+/g, ' ')];
    const bare = written.map((one) => one.replace(/^[\w-]+\s+/, ''));
    const whole = [...written, ...bare].filter(({ length }) => length >= MIN_LENGTH || isSecretName(name));
    const parts = value.split(/[\s,;=]+/).filter(({ length }) => length >= MIN_PART);
    for (const one of [...whole, ...parts]) if (one !== '') found.add(one);
  }
  return [...found];
}
