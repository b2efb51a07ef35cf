import type { JsonValue } from '@toolwright/contract';
import { canonicalJson, hmacSha256 } from '@toolwright/json';

const REDACTED = '[redacted]';
export const MARK = /\[secret [0-9a-f]{4}\]/;
const MARKS = /\[secret [0-9a-f]{4}\]|\[redacted\]/g;

/**
 * Returns masked JSON with `[secret a1b2]` in place of `[redacted]`, so that requests with different secrets differ.
 * @param whole the same JSON before it was masked
 * @param salt makes the digests useless for other cassettes
 */
export function markSecrets(masked: JsonValue, whole: JsonValue, salt: string): JsonValue {
  if (typeof masked === 'string') return markText(masked, whole, salt);
  if (typeof masked !== 'object' || masked === null || typeof whole !== 'object' || whole === null)
    return masked;
  const given = Object.values(whole) as readonly JsonValue[]; // of JSON
  const marked = Object.entries(masked).map(([name, member], index): [string, JsonValue] => [
    name,
    markSecrets(member, given[index] ?? null, salt),
  ]);
  return Array.isArray(masked) ? marked.map(([, member]) => member) : Object.fromEntries(marked);
}

function markText(masked: string, whole: JsonValue, salt: string): string {
  if (masked === whole || !masked.includes(REDACTED)) return masked;
  const digest = (secret: string): string => `[secret ${hmacSha256(salt, secret).slice(0, 4)}]`;
  const text = typeof whole === 'string' ? whole : canonicalJson(whole);
  const [start = '', ...others] = masked.split(REDACTED);
  let marked = start;
  let at = start.length;
  for (const [index, other] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isLast ? text.length - other.length : text.indexOf(other === '' ? ' ' : other, at + 1);
    const end = found < at ? text.length : found;
    const secret = text.slice(at, end);
    // A text that was masked before, in a reply of which this is a part.
    marked += (secret === REDACTED ? REDACTED : digest(secret)) + other;
    at = end + other.length;
  }
  return marked;
}

/** The text of a request without its digests, to find those that may be the same. */
export function withoutDigests(text: string): string {
  return text.replace(MARKS, REDACTED);
}

/** Whether the secrets of two requests are the same. A secret from a reply is unknown when the reply is replayed. */
export function haveSameSecrets(recorded: string, request: string): boolean {
  const known = recorded.match(MARKS) ?? [];
  const given = request.match(MARKS) ?? [];
  return known.every(
    (mark, index) => mark === given[index] || given[index] === REDACTED || mark === REDACTED,
  );
}
