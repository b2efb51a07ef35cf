/**
 * Translates a server's regular expression for the flag `u`, which the registry's validator uses. Servers also send escapes that are only
 * valid without that flag, such as `\_`, and named groups in Python syntax.
 * @returns undefined if the expression cannot be translated or if engines interpret it differently
 */
export function readPattern(source: string): string | undefined {
  if (isValid(source)) return source;
  const translated = translate(source);
  return translated !== undefined && isValid(translated) ? translated : undefined;
}

function isValid(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false; // only the constructor can tell whether an expression is valid
  }
}

function translate(source: string): string | undefined {
  const tokens = Array.from(source.matchAll(TOKEN), ([token]) => token);
  const written: string[] = [];
  let inClass = false;
  for (const [index, token] of tokens.entries()) {
    const isDash = inClass && token === '-' && [tokens[index - 1], tokens[index + 1]].some(isClass);
    const next = isDash ? '\\-' : inClass ? inClassToken(token) : outsideToken(token);
    if (next === undefined) return undefined;
    written.push(next);
    inClass = inClass ? token !== ']' : token.startsWith('[');
  }
  return written.join('');
}

/** Matches one token: an escape, a Python named group, a quantifier, a bracket, or any other character. */
const TOKEN =
  /\\(?:u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|c[a-z]|p\{[^{}]*\}|k<[^<>]*>|.)|\(\?P<|\(\?P=\w+\)|\{\d+(?:,\d*)?\}|\{,\d+\}|\[[:^]?|./gisu;

function outsideToken(token: string): string | undefined {
  if (token === '(?P<') return '(?<';
  if (token.startsWith('(?P=')) return `\\k<${token.slice(4, -1)}>`;
  // `{,n}` is a quantifier in Python, but literal text in JavaScript.
  if (token.startsWith('{,')) return undefined;
  if (token === '{' || token === '}' || token === ']') return `\\${token}`;
  return token.startsWith('\\') ? escaped(token, OUTSIDE) : token;
}

function inClassToken(token: string): string | undefined {
  // `[:` begins a POSIX class in some engines.
  if (token === '[:') return undefined;
  return token.startsWith('\\') ? escaped(token, INSIDE) : token;
}

/** Removes an unneeded backslash. Returns undefined for other letters and digits, whose escapes differ between engines. */
function escaped(token: string, known: RegExp): string | undefined {
  if (known.test(token)) return token;
  const character = token.slice(1);
  return /^[\p{L}\p{N}]/u.test(character) ? undefined : character;
}

const OUTSIDE = /^\\(?:[dDsSwWbBfnrtv0-9^$\\.*+?()[\]{}|/]$|[ux].|c[a-zA-Z]$|[pP]\{|k<)/;
const INSIDE = /^\\(?:[dDsSwWbfnrtv0^$\\.*+?()[\]{}|/-]$|[ux].|c[a-zA-Z]$|[pP]\{)/;

function isClass(token: string | undefined): boolean {
  return token !== undefined && /^\\[dDsSwW]$/.test(token);
}
