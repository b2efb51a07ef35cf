import path from 'node:path';
import { findPlainFile } from '../disk/plain-file.js';

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
  // The frame is an extra: without the file, the diagnostic is printed without it.
  return findPlainFile(file)?.bytes.toString('utf8').split(/\r?\n/) ?? [];
}
