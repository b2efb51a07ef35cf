import { isBinary, refused } from '@toolwright/capabilities/guard';
import type { Repository } from '../git/open-repository.js';
import { type ReadOptions, withFile } from './read-file.js';
import { withholdSecrets } from './secret-text.js';

export interface LineRange extends ReadOptions {
  /** Counts from 1. */
  readonly firstLine: number;
  readonly lines: number;
  /** How many characters of each line are needed. The rest of longer lines may be missing. */
  readonly columns: number;
}

export interface ReadLines {
  readonly path: string;
  /** The requested lines, without those that the file does not have or that exceed the limit. */
  readonly lines: readonly string[];
  /** How many lines the file has. */
  readonly total: number;
}

const CHUNK = 256 * 1024;
const MAX_KEPT = 16_000_000;
const LINE_FEED = 10;
/** The number of lines to read before the requested ones, so that a key is recognised even if its beginning is above them. */
const BEFORE = 100;

/**
 * Reads lines of a text file of any size in one pass, keeping only the requested lines. Secrets are withheld.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for binary files, and as `withFile` does
 */
export async function readLines(
  repository: Repository,
  given: string,
  { firstLine, lines, columns, ...options }: LineRange,
): Promise<ReadLines> {
  const begin = Math.max(1, firstLine - BEFORE);
  const kept = new KeptLines(begin, firstLine - 1 + lines, columns * 4);
  return withFile(repository, given, options, async ({ path, handle, size }) => {
    const buffer = new Uint8Array(CHUNK);
    for (let position = 0; position < size; ) {
      options.signal?.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
      const chunk = buffer.subarray(0, bytesRead);
      if (position === 0 && isBinary(chunk)) throw refused(path, `is a binary file of ${size} bytes`);
      if (bytesRead === 0) break;
      kept.add(chunk);
      position += bytesRead;
    }
    const { texts, total } = kept.end();
    return { path, lines: withholdSecrets(texts).slice(firstLine - begin), total };
  });
}

/** Reads a file in pieces, and keeps the lines from `first` to `last`, each up to a number of bytes. */
class KeptLines {
  readonly #kept: Uint8Array[][] = [];
  #line = 1;
  #lineBytes = 0;
  #bytes = 0;
  #atLineStart = true;

  constructor(
    private readonly first: number,
    private readonly last: number,
    private readonly maxLineBytes: number,
  ) {}

  add(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; ) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed === -1 ? chunk.length : feed;
      this.#keep(chunk.subarray(start, end));
      this.#atLineStart = feed !== -1;
      if (feed === -1) return;
      this.#line += 1;
      this.#lineBytes = 0;
      start = feed + 1;
    }
  }

  end(): { texts: string[]; total: number } {
    const decoder = new TextDecoder();
    const texts = this.#kept.map((parts) => decoder.decode(Buffer.concat(parts)).replace(/\r$/, ''));
    return { texts, total: this.#atLineStart ? this.#line - 1 : this.#line };
  }

  #keep(part: Uint8Array): void {
    if (this.#line < this.first || this.#line > this.last || this.#bytes >= MAX_KEPT) return;
    const wanted = part.slice(0, Math.max(0, this.maxLineBytes - this.#lineBytes));
    this.#kept[this.#line - this.first] ??= [];
    this.#kept[this.#line - this.first]?.push(wanted);
    this.#lineBytes += wanted.length;
    this.#bytes += wanted.length;
  }
}
