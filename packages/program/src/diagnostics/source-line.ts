import path from 'node:path';
import { decodeText } from '../disk/decode-text.js';
import { findPlainFile } from '../disk/plain-file.js';
import type { Diagnostic } from './diagnostic.js';

/** Returns the text of a line, counted from 1; undefined if the file cannot be read or has fewer lines. */
export type SourceLine = (file: string, line: number) => string | undefined;

/** The maximum number of characters of a line in a code frame. */
export const MAX_SHOWN = 400;

/** Reads lines of files below a folder, each file once. */
export function readSourceLine(dir: string): SourceLine {
  const files = new Map<string, SourceText | undefined>();
  return (file, line) => {
    if (!files.has(file)) {
      const bytes = findPlainFile(path.resolve(dir, file))?.bytes;
      files.set(file, bytes && new SourceText(decodeText(bytes)));
    }
    // If the file is missing, the diagnostic is printed without its code frame.
    return files.get(file)?.line(line);
  };
}

export interface KnownLines {
  readonly diagnostics: readonly Diagnostic[];
  /** The line of each diagnostic; null if unknown. */
  readonly lines: readonly (string | null)[];
  readonly projectDir: string;
}

/** Like {@link readSourceLine}, but does not read lines that are already known. */
export function knownSourceLine({ diagnostics, lines, projectDir }: KnownLines): SourceLine {
  const keyOf = (file: string | undefined, line: number | undefined): string => `${line} ${file}`;
  const known = new Map(diagnostics.map(({ file, line }, index) => [keyOf(file, line), lines[index]]));
  const read = readSourceLine(projectDir);
  return (file, line) => known.get(keyOf(file, line)) ?? read(file, line);
}

/** The lines of a file, counted as the compiler does. Searches only up to the last requested line. */
class SourceText {
  readonly #text: string;
  readonly #break = /\r\n|[\n\r\u2028\u2029]/g;
  readonly #starts = [0];

  constructor(text: string) {
    this.#text = text;
  }

  line(line: number): string | undefined {
    const start = this.#startOf(line);
    return start === undefined ? undefined : this.#text.slice(start, this.#breakAfter(start)?.index);
  }

  #startOf(line: number): number | undefined {
    while (this.#starts.length < line) {
      const found = this.#breakAfter(this.#starts.at(-1) ?? 0);
      if (found === undefined) return undefined;
      this.#starts.push(found.index + found[0].length);
    }
    return this.#starts[line - 1];
  }

  #breakAfter(start: number): RegExpExecArray | undefined {
    this.#break.lastIndex = start;
    return this.#break.exec(this.#text) ?? undefined;
  }
}
