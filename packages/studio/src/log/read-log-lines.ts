import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { MAX_LINE } from '../record/read-line.js';

const CHUNK = 256 * 1024;

export class LogLines {
  readonly #file: string;
  #part = new ReadPart();
  /** The number of times the file has been rewritten. */
  restarts = 0;
  #decoder = new StringDecoder('utf8');
  /** The chunks of the incomplete last line. */
  #parts: string[] = [];
  #length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads the lines that were completed since the last call, in batches. Starts over if the file was rewritten. A line that is too long is
   * returned as `\0`, which is not an entry.
   * @param isWhole whether to also return the last line if it is incomplete
   * @throws NodeJS.ErrnoException if the file cannot be read
   */
  async *read(isWhole = false): AsyncGenerator<readonly string[], void> {
    const handle = await open(this.#file, 'r');
    try {
      if (!(await this.#part.isIn(handle))) this.#restart();
      const buffer = Buffer.alloc(CHUNK);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK, this.#part.length);
        if (bytesRead === 0) break;
        const bytes = buffer.subarray(0, bytesRead);
        this.#part.add(bytes);
        const lines = this.#split(this.#decoder.write(bytes));
        if (lines.length > 0) yield lines;
      }
      await this.#part.note(handle);
      if (isWhole && this.#length > 0) yield [this.#takeLine('')];
    } finally {
      await handle.close();
    }
  }

  #split(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      lines.push(this.#takeLine(text.slice(start, end)));
      start = end + 1;
    }
    const rest = text.slice(start);
    this.#length += rest.length;
    if (this.#length <= MAX_LINE) this.#parts.push(rest);
    else this.#parts = [];
    return lines;
  }

  #takeLine(end: string): string {
    const isTooLong = this.#length + end.length > MAX_LINE;
    const line = isTooLong ? '\0' : this.#parts.join('') + end;
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #restart(): void {
    this.restarts++;
    this.#part = new ReadPart();
    this.#decoder = new StringDecoder('utf8');
    this.#parts = [];
    this.#length = 0;
  }
}

/** The number of bytes at both ends that are compared when the file has grown. */
const END = 4 * 1024;

/** The part of a file that has been read. Used to detect that the file was rewritten. */
class ReadPart {
  /** The length in bytes. */
  length = 0;
  #hash: Hash = createHash('sha256');
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #inode = 0;
  #changedAt = 0;

  add(bytes: Buffer): void {
    this.length += bytes.length;
    this.#hash.update(bytes);
    if (this.#head.length < END)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, END - this.#head.length)]);
    this.#tail = Buffer.from(Buffer.concat([this.#tail, bytes.subarray(-END)]).subarray(-END));
  }

  /** Records the state of the file after reading. */
  async note(file: FileHandle): Promise<void> {
    const { size, ino, mtimeMs } = await file.stat();
    this.#inode = ino;
    // A different size means that bytes were added after the last read.
    if (size === this.length) this.#changedAt = mtimeMs;
  }

  /**
   * Whether the file still starts with this part. If the file has grown, compares only both ends of the part, because logs grow constantly.
   * If it has the same length but was modified, compares the whole part.
   */
  async isIn(file: FileHandle): Promise<boolean> {
    if (this.length === 0) return true;
    const { size, ino, mtimeMs } = await file.stat();
    if (size < this.length || ino !== this.#inode) return false;
    if (size > this.length) return this.#hasSameEnds(file);
    return mtimeMs === this.#changedAt || (await this.#hasSameHash(file, mtimeMs));
  }

  async #hasSameEnds(file: FileHandle): Promise<boolean> {
    const tailAt = this.length - this.#tail.length;
    return (await holds(file, this.#head, 0)) && (await holds(file, this.#tail, tailAt));
  }

  async #hasSameHash(file: FileHandle, changedAt: number): Promise<boolean> {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(CHUNK);
    for (let at = 0; at < this.length; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, this.length - at), at);
      if (bytesRead === 0) return false;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    if (!hash.digest().equals(this.#hash.copy().digest())) return false;
    this.#changedAt = changedAt;
    return true;
  }
}

async function holds(file: FileHandle, bytes: Buffer, at: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, at);
  return bytesRead === bytes.length && buffer.equals(bytes);
}
