import stringWidth from 'fast-string-width';

/** Soft hyphens, zero-width spaces and joiners that join nothing: they take no column, which the library does not know. */
const INVISIBLE = /[\u00ad\u200b\u200c\u2060-\u2064]/g;

/** Columns that a text takes in a terminal, in which East Asian characters and emoji are wide. */
export function textWidth(text: string): number {
  return stringWidth(text.replace(INVISIBLE, ''));
}
