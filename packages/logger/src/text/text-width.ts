import stringWidth from 'fast-string-width';

/** Matches soft hyphens, zero-width spaces and lone joiners. They have zero width, but the library does not handle them. */
const INVISIBLE = /[\u00ad\u200b\u200c\u2060-\u2064]/g;

/** Returns the number of columns that text takes in a terminal. East Asian characters and emoji are wide. */
export function textWidth(text: string): number {
  return stringWidth(text.replace(INVISIBLE, ''));
}
