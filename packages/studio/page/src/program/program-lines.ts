import { splitTokens, type TokenKind } from './tokens.js';

/** A part of a line that has one colour. */
export interface ProgramPart {
  readonly kind: TokenKind;
  readonly text: string;
}

export interface ProgramLine {
  /** Counts from 1. */
  readonly number: number;
  readonly parts: readonly ProgramPart[];
}

/** How much of a program to show: the page would be slow with a million characters, or a line for each of them. */
export interface ProgramRoom {
  readonly characters: number;
  readonly lines: number;
}

/** The line breaks of TypeScript, which counts lines by them. */
const BREAK = /\r\n|[\n\r\u2028\u2029]/;

/**
 * Splits the start of a program into coloured lines. Takes linear time.
 * @returns the lines, and the number of characters that did not fit
 */
export function programLines(
  code: string,
  { characters, lines: most }: ProgramRoom,
): { readonly lines: readonly ProgramLine[]; readonly rest: number } {
  const lines: { number: number; parts: ProgramPart[] }[] = [{ number: 1, parts: [] }];
  let shown = 0;
  for (const { kind, text } of splitTokens(code.slice(0, characters))) {
    for (const [index, piece] of text.split(BREAK).entries()) {
      if (index > 0) {
        if (lines.length === most) return { lines, rest: code.length - shown };
        lines.push({ number: lines.length + 1, parts: [] });
      }
      if (piece !== '') lines.at(-1)?.parts.push({ kind, text: piece });
      shown += piece.length + (index > 0 ? 1 : 0);
    }
  }
  return { lines, rest: Math.max(0, code.length - characters) };
}
