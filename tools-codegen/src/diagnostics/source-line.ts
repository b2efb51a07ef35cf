import path from 'node:path';
import { findPlainFile } from '../disk/plain-file.js';
import type { Diagnostic } from './diagnostic.js';

/** The text of a line, counted from 1; undefined where the file cannot be read or is shorter. */
export type SourceLine = (file: string, line: number) => string | undefined;

/** Reads lines of files below a folder, each file once. */
export function readSourceLine(dir: string): SourceLine {
  const files = new Map<string, SourceText | undefined>();
  return (file, line) => {
    if (!files.has(file)) {
      const bytes = findPlainFile(path.resolve(dir, file))?.bytes;
      files.set(file, bytes && new SourceText(bytes));
    }
    // The frame is an extra: without the file, the diagnostic is printed without it.
    return files.get(file)?.line(line);
  };
}

export interface KnownLines {
  readonly diagnostics: readonly Diagnostic[];
  /** The line of each diagnostic; null where it is not known. */
  readonly lines: readonly (string | null)[];
  readonly projectDir: string;
}

/** Like {@link readSourceLine}, without reading the lines that are known. */
export function knownSourceLine({ diagnostics, lines, projectDir }: KnownLines): SourceLine {
  const keyOf = (file: string | undefined, line: number | undefined): string => `${line} ${file}`;
  const known = new Map(diagnostics.map(({ file, line }, index) => [keyOf(file, line), lines[index]]));
  const read = readSourceLine(projectDir);
  return (file, line) => known.get(keyOf(file, line)) ?? read(file, line);
}

/** The lines of a file. Reads no further than to the last line asked for, and decodes only what is asked for. */
class SourceText {
  readonly #bytes: Buffer;
  /** One character for each byte. */
  readonly #text: string;
  /** Where each line starts. */
  readonly #starts = [0];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#text = bytes.toString('latin1');
  }

  line(line: number): string | undefined {
    const start = this.#startOf(line);
    if (start === undefined) return undefined;
    const next = this.#startOf(line + 1);
    const end = next === undefined ? this.#bytes.length : next - 1;
    const isCrlf = next !== undefined && end > start && this.#text[end - 1] === '\r';
    return this.#bytes.toString('utf8', start, isCrlf ? end - 1 : end);
  }

  #startOf(line: number): number | undefined {
    while (this.#starts.length < line) {
      const end = this.#text.indexOf('\n', this.#starts.at(-1));
      if (end === -1) return undefined;
      this.#starts.push(end + 1);
    }
    return this.#starts[line - 1];
  }
}
