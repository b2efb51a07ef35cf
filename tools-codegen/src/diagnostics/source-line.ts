import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The text of a line, counted from 1; undefined where the file cannot be read or is shorter. */
export type SourceLine = (file: string, line: number) => string | undefined;

/** Reads lines of files below a folder, each file once. */
export function readSourceLine(dir: string): SourceLine {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = files.get(file) ?? readLines(path.resolve(dir, file));
    files.set(file, lines);
    return lines[line - 1];
  };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    // The frame is an extra: without the file, the diagnostic is printed without it.
    return [];
  }
}
