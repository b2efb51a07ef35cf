/**
 * Matches C0 controls except tab and newline, DEL, C1 controls, marks that reorder or break lines, letters that nobody sees, such as tags
 * (U+E0020 to U+E007F), and lone surrogates. Joiners are needed by emoji and by several scripts.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const TAB = '    ';
const CONTROL_PICTURES = 0x2400;

/**
 * Makes text from a model or a tool safe for a terminal: control characters become visible (`␛[2J`), so that they cannot move the cursor,
 * change colors, or reverse the reading order. Newlines are kept, and tabs become spaces.
 */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\t', TAB).replace(UNSAFE, picture);
}

/** Like {@link visibleText}, but on one line: line breaks become `⏎`. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '⏎');
}

/** Escapes invisible characters and characters that change how others are displayed, including line breaks and joiners: `\u{200b}`. */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
}

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Like {@link escapeUnseen}, but also escapes format characters, unassigned ones, and spaces other than U+0020. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Removes the characters that {@link escapeHidden} escapes; spaces and control characters become U+0020, line breaks stay. */
export function removeHidden(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(HIDDEN, (character) =>
      character === '\n' ? character : /[\p{Cc}\p{Z}\u2800]/u.test(character) ? ' ' : '',
    );
}

const HIDDEN = /\p{Cc}|\p{Cf}|\p{Cn}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}|(?! )\p{Z}|\u2800/gu;

/** Splits off the end of a chunk that depends on the next chunk: half a surrogate pair, or a carriage return. */
export function splitUnfinished(piece: string): { readonly whole: string; readonly rest: string } {
  const last = piece.charCodeAt(piece.length - 1);
  const unfinished = last === 0x0d || (last >= 0xd800 && last <= 0xdbff);
  return unfinished ? { whole: piece.slice(0, -1), rest: piece.slice(-1) } : { whole: piece, rest: '' };
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  if (code === 0x7f) return '␡';
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
