import type { OpenMarks } from './marks.js';

/** The marks that begin a quotation, and what may end it; the first one names it. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['«', '»'],
  ['„', '“”'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  // They also end the quotations of other languages.
  ['”', '”'],
  ['»', '«'],
  ['›', '‹'],
]);

/** Marks that also stand within words, so that they quote only what follows them directly. */
const APOSTROPHES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['‘', '’'],
  ['’', '’'],
  ['‚', '’'],
]);

/** All of them but the straight ones, for a set of characters. */
export const QUOTE_MARKS = '“”«»„‹›「」『』（）‘’';

/** The name of a quotation that has just begun with a mark. */
export function nameOfQuote(mark: string): string | undefined {
  return mark === '"' ? mark : (APOSTROPHES.get(mark) ?? quoteName(mark));
}

/** Opens the quotation of an apostrophe, where a call stands directly behind it. */
export function openApostrophe<Call>(mark: string, open: OpenMarks<Call>): void {
  const name = APOSTROPHES.get(mark);
  if (name !== undefined) open.open(name);
}

/** What a typographic mark does: it ends what is open, or begins a quotation. Gives the name of what it ends. */
export function readQuote<Call>(mark: string, mayOpen: boolean, open: OpenMarks<Call>): string | undefined {
  if (mark === '‘' || mark === '’') return '’';
  for (const [opener, closers] of PAIRS) {
    const name = quoteName(opener) ?? '';
    if (closers.includes(mark) && open.get(name) !== undefined) return name;
  }
  const name = quoteName(mark);
  const isUsual = PAIRS.get(mark) !== undefined && !/[”»›]/.test(mark);
  if (name !== undefined && (isUsual || mayOpen)) open.open(name);
  return undefined;
}

function quoteName(mark: string): string | undefined {
  const closers = PAIRS.get(mark);
  return closers === undefined ? undefined : mark + closers;
}
