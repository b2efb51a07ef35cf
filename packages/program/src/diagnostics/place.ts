import type { ts } from 'ts-morph';

export interface Place {
  /** The path in the form of diagnostics. */
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  /** Number of characters to underline, on one line. */
  readonly length: number;
}

/** @param relative Converts a path to the form of diagnostics. */
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
  // A JSDoc tag extends to the start of the next tag, including the space before it.
  return Math.max(1, firstLine.trimEnd().length);
}
