/** Characters that move a terminal's cursor, change its colours, reorder a line, or break it; and halves of characters. */
const UNSAFE = /(?![\t\n])\p{Cc}|[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** A text of the project that a terminal or a log shows as it is, line breaks included: such characters are written out, as `\u{1b}`. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
}

/** The same with one sign for each, so that carets stay below their characters. */
export function printableLine(line: string): string {
  return line.replace(UNSAFE, '\ufffd');
}
