import { endOfWord, isOpaque, type Span } from './secret-forms.js';
import { isSecretName, plainName } from './secret-names.js';

/** `--password abc`, `| password | abc |`. */
const NAME =
  /(?:(?<![\w-])--([A-Za-z][\w-]{0,64})[ \t]{1,8}|\|[ \t]{0,8}([A-Za-z][\w-]{0,64})[ \t]{0,32}\|[ \t]{0,8})(["']?)/g;

/** Secrets after the flag, or the table cell, that names them. @param more plain names of further secrets */
export function findFlags(text: string, more: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const { 0: match, 1: flag, 2: cell, index } of text.matchAll(NAME)) {
    const name = flag ?? cell ?? '';
    if (!isSecretName(name) && !more.has(plainName(name))) continue;
    const start = index + match.length;
    const end = endOfWord(text, start);
    const value = text.slice(start, end);
    // Otherwise it is a placeholder, code or prose: a table may describe a parameter.
    if (/^[-<$[{(]/.test(value) || !isOpaque(value) || (cell !== undefined && !/\d/.test(value))) continue;
    spans.push({ start, end });
  }
  return spans;
}
