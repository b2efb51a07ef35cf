import { typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isOnlyText } from './formats.js';
import { constantOf, kept, type Method, withKeywords } from './keywords.js';
import { instanceOf, type ReadContext, type ZodSchema } from './zod-schema.js';

/** Reads a regular expression as a pattern, if it means the same there. */
export const regex: Method = (given, { args: [pattern], node, context }) => {
  const { source, flags } = regexOf(pattern);
  return source === undefined || (flags !== 'u' && (flags !== '' || !isSameInUnicode(source)))
    ? kept(given, node, context)
    : patterned(given, source, node, context);
};

/** Reads a text that a string must have at a place as a pattern. */
export function pinned(pattern: (text: string) => string): Method {
  return (given, { args: [first, ...options], node, context }) => {
    const text = constantOf(first, context);
    if (typeof text !== 'string' || !isOnlyText(options, context)) return kept(given, node, context);
    return patterned(given, pattern(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')), node, context);
  };
}

function regexOf(node: ts.Expression | undefined): { readonly source?: string; readonly flags?: string } {
  const pattern = node && unwrap(node, typescript);
  if (pattern === undefined || !typescript.isRegularExpressionLiteral(pattern)) return {};
  const end = pattern.text.lastIndexOf('/');
  return { source: pattern.text.slice(1, end), flags: pattern.text.slice(end + 1) };
}

/** A string has one pattern, which must mean the same with the flag `u`, as in JSON Schema. */
function patterned(given: ZodSchema, pattern: string, node: ts.Node, context: ReadContext): ZodSchema {
  const { type, pattern: other } = given.schema;
  if (
    type !== 'string' ||
    other !== undefined ||
    instanceOf(given.schema) !== undefined ||
    !isUnicode(pattern)
  )
    return kept(given, node, context);
  return withKeywords(given, { pattern });
}

/** Whether a pattern without the flag `u`, which reads a character beyond U+FFFF as two, accepts the same texts with it. */
function isSameInUnicode(pattern: string): boolean {
  const parts = pattern.split(/(\\[\s\S]|\[\^?(?:\\.|[^\]\\])*\]|\.)/);
  return parts.every((part, index) => {
    if (/[\ud800-\udfff]|^\\[pPuk]/.test(part)) return false;
    // Every other part is an escape, a class or a dot.
    const isWide = index % 2 === 1 && /^\.$|^\[\^|\\[SWD]/.test(part);
    return !isWide || /^[*+]/.test(parts[index + 1] ?? '');
  });
}

function isUnicode(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return !/[\r\n]/.test(pattern);
  } catch {
    return false; // The pattern is valid only without the flag.
  }
}
