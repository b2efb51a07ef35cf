/** Characters that move a terminal's cursor, change its colours, reorder or end a line, and unpaired surrogates. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
/** Matches nearly every text. In a short-lived process, it is much faster than {@link UNSAFE}. */
const PLAIN = /^[ -~]*$/;
const UNSAFE_IN_LINE = new RegExp(`(?!\\t)${UNSAFE.source}`, 'gu');

/** Makes a text of the project safe to print on one line of a terminal or a log. Unsafe characters are escaped, as in `\u{1b}`. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
}

/** Like {@link printable}, for a path. At the start of a line, even after spaces, GitHub Actions reads `::` as the start of a command. */
export function printablePath(file: string): string {
  const shown = printable(file);
  return /^\s*::/.test(shown) ? `./${shown}` : shown;
}

/** Replaces each unsafe character of a source line with one character, except tabs, so that carets stay below their characters. */
export function printableLine(line: string): string {
  return PLAIN.test(line) ? line : line.replace(UNSAFE_IN_LINE, '\ufffd');
}
