import type { ts } from 'ts-morph';

/** A place in a file as diagnostics print it. */
export interface Place {
  /** As diagnostics print it. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** Characters to underline, on one line. */
  readonly length: number;
}

/** @param relative A path as diagnostics print it. */
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
  // A JSDoc tag ends where the next one starts, with the space before it.
  return Math.max(1, firstLine.trimEnd().length);
}
