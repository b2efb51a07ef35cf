/**
 * Encodes any string as a path segment. Ids come from logs: they may be empty, be `..`, or contain lone surrogates, which browsers cannot
 * send unchanged.
 */
export function encodeSegment(text: string): string {
  if (text === '') return '~';
  const safe = /^\.{1,2}$/.test(text) ? text.replaceAll('.', '~002e') : text.replace(UNSAFE, escapeCharacter);
  return encodeURIComponent(safe);
}

/** Reverses {@link encodeSegment}. @throws URIError for a stray `%` */
export function decodeSegment(segment: string): string {
  if (segment === '~') return '';
  return decodeURIComponent(segment).replace(ESCAPE, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Matches lone surrogates and the escape character itself. */
const UNSAFE = /[\p{Surrogate}~]/gu;
const ESCAPE = /~([0-9a-f]{4})/g;

function escapeCharacter(character: string): string {
  return `~${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
