import { isStringMapping, isTemplateLiteral } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Returns an anchored regular expression (flag `u`) for a template literal type or a type such as `Uppercase<string>`; undefined if none
 * can describe the type. It follows the compiler's matching: a placeholder ends at the first occurrence of the text after it, and a
 * placeholder directly followed by another takes one character. It also accepts numbers that are too large for a double.
 */
export function templatePattern(ts_: typeof ts, type: ts.Type): string | undefined {
  const body = templateBody(ts_, type);
  return body === undefined ? undefined : `^${body}$`;
}

/** Returns a pattern that matches if both patterns match. Each must be anchored at both ends. */
export function bothPatterns(one: string, other: string): string {
  return `^(?=${one.slice(1)})${other.slice(1)}`;
}

/** Returns a regular expression that matches the text literally. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function templateBody(ts_: typeof ts, type: ts.Type): string | undefined {
  if (isStringMapping(ts_, type)) return placeholder(ts_, type, undefined);
  if (!isTemplateLiteral(ts_, type)) return undefined;
  const [head = '', ...texts] = type.texts;
  let body = escapePattern(head);
  for (const [index, part] of type.types.entries()) {
    const isLast = index === type.types.length - 1;
    const text = texts[index] ?? '';
    const pattern = placeholder(ts_, part, isLast ? undefined : text);
    if (pattern === undefined) return undefined;
    body += pattern + escapePattern(text);
  }
  return body;
}

/** @param next The text after the placeholder. Empty: the placeholder takes one character; undefined: it takes the rest. */
function placeholder(ts_: typeof ts, type: ts.Type, next: string | undefined): string | undefined {
  const { TypeFlags } = ts_;
  if ((type.flags & (TypeFlags.String | TypeFlags.Any)) !== 0) return anyText(next);
  if ((type.flags & TypeFlags.Number) !== 0) return numberText(next);
  if ((type.flags & TypeFlags.BigInt) !== 0) return next === '' ? '\\d' : bigintText(next);
  if (isStringMapping(ts_, type) && (type.type.flags & TypeFlags.String) !== 0) {
    return next === undefined ? casedText(type.symbol.name) : undefined;
  }
  return undefined;
}

function anyText(next: string | undefined): string {
  if (next === undefined) return '[\\s\\S]*';
  if (next === '') return '[\\s\\S]';
  return [...next].length === 1 ? `[^${escapeClass(next)}]*` : `(?:(?!${escapePattern(next)})[\\s\\S])*`;
}

/**
 * Returns a pattern for all text that `Number` reads as a finite number, including whitespace, but not for the text after the placeholder.
 */
function numberText(next: string | undefined): string {
  if (next === '') return '[\\d\\s]';
  const one = (characters: string): string =>
    next !== undefined && new RegExp(`^${characters}`).test(next)
      ? `(?:(?!${escapePattern(next)})${characters})`
      : characters;
  const [digit, point, sign, space] = ['\\d', '\\.', '[+-]', '\\s'].map(one);
  const exponent = `(?:${one('[eE]')}${sign}?${digit}+)?`;
  const decimal = `${sign}?(?:${digit}+(?:${point}${digit}*)?|${point}${digit}+)${exponent}`;
  const others = [
    ['[xX]', '[\\dA-Fa-f]'],
    ['[oO]', '[0-7]'],
    ['[bB]', '[01]'],
  ].map(([base = '', digits = '']) => `${one('0')}${one(base)}${one(digits)}+`);
  return `(?:${space}*(?:${[decimal, ...others].join('|')})${space}*|${space}+)`;
}

function bigintText(next: string | undefined): string {
  return next === '-' ? '(?:0|[1-9]\\d*)' : '(?:0|-?[1-9]\\d*)';
}

/** Returns a pattern for text that an intrinsic string type, such as `Uppercase`, leaves unchanged. */
function casedText(mapping: string): string | undefined {
  switch (mapping) {
    case 'Uppercase':
      return '\\P{Changes_When_Uppercased}*';
    case 'Lowercase':
      return '\\P{Changes_When_Lowercased}*';
    case 'Capitalize':
      return '(?:\\P{Changes_When_Uppercased}[\\s\\S]*)?';
    case 'Uncapitalize':
      return '(?:\\P{Changes_When_Lowercased}[\\s\\S]*)?';
    default:
      return undefined;
  }
}

function escapeClass(text: string): string {
  return text.replace(/[\\\]^-]/g, '\\$&');
}
