/** Matches characters that are invisible or that reorder text, except those that emoji and some scripts need. */
const HIDDEN =
  /(?![\t\n])\p{Cc}|[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** Makes the invisible characters of a text visible, e.g. as `\u{202e}`. */
export function visible(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replace(HIDDEN, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
}

/** Like {@link visible}, but returns a single line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}
