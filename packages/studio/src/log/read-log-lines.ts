import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { MAX_LINE } from '../record/read-line.js';
import { ReadPart } from './read-part.js';

const CHUNK = 256 * 1024;

export class LogLines {
  readonly #file: string;
  #part = new ReadPart();
  #restarts = 0;
  #decoder = new StringDecoder('utf8');
  /** The pieces of the incomplete last line. */
  #parts: string[] = [];
  #length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** How many times the file has been rewritten. */
  get restarts(): number {
    return this.#restarts;
  }

  /**
   * Reads the lines that were completed since the last call, in batches. Starts again if the file was rewritten. A line that is too long is
   * returned as `\0`, which is not an entry.
   * @param isWhole whether to return the last line even if it is incomplete
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
    this.#restarts++;
    this.#part = new ReadPart();
    this.#decoder = new StringDecoder('utf8');
    this.#parts = [];
    this.#length = 0;
  }
}
