/** Knows which lines of a text are indented code. Such a line follows an empty line, or another line of code. */
export class IndentedCode {
  #columns = 0;
  #isBlank = true;
  /** The line before lets this one be code. */
  #mayBegin = true;
  #isCode = false;

  /** A piece of the line. */
  read(piece: string): void {
    if (!this.#isBlank) return;
    const ink = piece.search(/\S/);
    const space = ink === -1 ? piece : piece.slice(0, ink);
    for (const char of space) this.#columns += char === '\t' ? TAB - (this.#columns % TAB) : 1;
    if (ink !== -1) this.ink();
  }

  /** The first character of the line that is no space. */
  ink(): void {
    if (!this.#isBlank) return;
    this.#isBlank = false;
    this.#isCode = this.#mayBegin && this.#columns >= TAB;
  }

  /** Whether what follows on the line is code. */
  begin(): boolean {
    this.ink();
    return this.#isCode;
  }

  newLine(): void {
    this.#mayBegin = this.#isBlank || this.#isCode;
    this.#columns = 0;
    this.#isBlank = true;
    this.#isCode = false;
  }
}

/** @see https://spec.commonmark.org/0.31.2/#indented-code-blocks */
const TAB = 4;
