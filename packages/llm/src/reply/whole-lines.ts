/** Buffers text and emits only whole lines, so that a line that arrives in many fragments is searched and copied once. */
export class WholeLines {
  readonly #give: (lines: string) => void;
  readonly #tooLong: (length: number) => Error;
  readonly #limit: number;
  readonly #breaks: readonly string[];
  #pieces: string[] = [];
  #length = 0;

  /**
   * @param breaks the characters that end a line
   * @param limit the maximum length of a line in characters
   */
  constructor(
    breaks: readonly string[],
    limit: number,
    give: (lines: string) => void,
    tooLong: (length: number) => Error,
  ) {
    this.#breaks = breaks;
    this.#limit = limit;
    this.#give = give;
    this.#tooLong = tooLong;
  }

  feed(text: string): void {
    const end = Math.max(...this.#breaks.map((mark) => text.lastIndexOf(mark))) + 1;
    if (end > 0) {
      const lines = this.take() + text.slice(0, end);
      this.#keep(text.slice(end));
      this.#give(lines);
    } else {
      this.#keep(text);
    }
  }

  /** Returns the text after the last line break. */
  take(): string {
    const rest = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    return rest;
  }

  #keep(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length > this.#limit) throw this.#tooLong(this.#length);
  }
}
