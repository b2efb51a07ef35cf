import { isSecretName, plainName } from '@toolwright/contract';
import { Ends } from './ends.js';
import { isOpaque, WORD_END } from './secret-forms.js';
import type { Span } from './spans.js';

/** A flag or table cell with a name: `--password abc`, `| password | abc |`. */
const NAME =
  /(?:(?<![\w-])--([A-Za-z][\w-]{0,64})[ \t]{1,8}|\|[ \t]{0,8}([A-Za-z][\w-]{0,64})[ \t]{0,32}\|[ \t]{0,8})(["']?)/g;

/** Finds secrets after the flag or table cell that names them. @param more Plain names of further secrets. */
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
    // Other values are placeholders, code or prose: a table may describe a parameter.
    if (/^[-<$[{(]/.test(value) || !isOpaque(value) || (cell !== undefined && !hasDigit)) continue;
    spans.push({ start, end });
  }
  return spans;
}
