import { isSecretName, plainName } from '@toolwright/contract';
import { Ends } from './ends.js';
import { isOpaque, WORD_END } from './secret-forms.js';
import type { Span } from './spans.js';

/** Matches a flag or table cell that may name a secret: `--password abc`, `| password | abc |`. */
const NAME =
  /(?:(?<![\w-])--([A-Za-z][\w-]{0,64})[ \t]{1,8}|\|[ \t]{0,8}([A-Za-z][\w-]{0,64})[ \t]{0,32}\|[ \t]{0,8})(["']?)/g;

/** Finds secrets that follow a flag or table cell with a secret name. @param more the plain names of further secrets */
export function findFlags(text: string, more: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  const words = new Ends(text, WORD_END);
  const digits = new Ends(text, /\d/g);
  for (const { 0: match, 1: flag, 2: cell, index } of text.matchAll(NAME)) {
    const name = flag ?? cell ?? '';
    if (!isSecretName(name) && !more.has(plainName(name))) continue;
    const start = index + match.length;
    const end = words.after(start);
    const value = text.slice(start, end);
    const hasDigit = digits.after(start) < end;
    // Such values are placeholders, code or prose, e.g. in a table that describes a parameter.
    if (/^[-<$[{(]/.test(value) || !isOpaque(value) || (cell !== undefined && !hasDigit)) continue;
    spans.push({ start, end });
  }
  return spans;
}
