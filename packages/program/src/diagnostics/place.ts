import type { ts } from 'ts-morph';

export interface Place {
  /** The path in the form used in diagnostics. */
  readonly file: string;
  /** Lines and columns start at 1. */
  readonly line: number;
  readonly column: number;
  /** The number of characters to underline, on one line. */
  readonly length: number;
}

/** @param relative Converts a path to the form used in diagnostics. */
export function placeOf(
  source: ts.SourceFile,
  start: number,
  end: number,
  relative: (file: string) => string,
): Place {
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  return {
    file: relative(source.fileName),
    line: line + 1,
    column: character + 1,
    length: lengthOnLine(source, start, end),
  };
}

function lengthOnLine(source: ts.SourceFile, start: number, end: number): number {
  const [firstLine = ''] = source.text.slice(start, end).split(/\r?\n/);
  // A JSDoc tag extends to the start of the next tag, including the whitespace before that tag.
  return Math.max(1, firstLine.trimEnd().length);
}
