/**
 * A server's regular expression as the registry's validator reads it, which has the flag `u`. Servers also write what only expressions
 * without that flag have, such as `\_`, and Python's names of groups.
 * @returns undefined for what has no such form or means different things to different engines
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
    // The engine has no other way to say that it cannot read an expression.
    return false;
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

/** Each token consumes what it matches: an escape, Python's groups, a repetition, a bracket, any other character. */
const TOKEN =
  /\\(?:u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|c[a-z]|p\{[^{}]*\}|k<[^<>]*>|.)|\(\?P<|\(\?P=\w+\)|\{\d+(?:,\d*)?\}|\{,\d+\}|\[[:^]?|./gisu;

function outsideToken(token: string): string | undefined {
  if (token === '(?P<') return '(?<';
  if (token.startsWith('(?P=')) return `\\k<${token.slice(4, -1)}>`;
  // At most so many times in Python, the characters themselves in JavaScript.
  if (token.startsWith('{,')) return undefined;
  if (token === '{' || token === '}' || token === ']') return `\\${token}`;
  return token.startsWith('\\') ? escaped(token, OUTSIDE) : token;
}

function inClassToken(token: string): string | undefined {
  // A POSIX class in some engines.
  if (token === '[:') return undefined;
  return token.startsWith('\\') ? escaped(token, INSIDE) : token;
}

/** An escape of a character that needs none is that character. Letters and digits differ between engines. */
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
