/** Text with several parts. Each part arrives in fragments, then in its final form, which replaces the fragments. */
export class SettledText {
  readonly #separator: string;
  readonly #parts = new Map<number, string>();
  #shown = '';
  #differs = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Adds a fragment of a part. Returns the text to emit. */
  add(part: number, piece: string): string {
    const before = this.#parts.get(part);
    const text = before === undefined && this.#parts.size > 0 ? this.#separator + piece : piece;
    this.#parts.set(part, (before ?? '') + piece);
    this.#shown += text;
    return text;
  }

  /** Sets the final form of a part. Returns the remaining text to emit. */
  settle(part: number, whole: string): string {
    // Some servers omit the text in the final form.
    if (whole === '') return '';
    this.#parts.set(part, whole);
    return this.#compare();
  }

  /** Sets the final forms of all parts. Returns the remaining text to emit. */
  settleAll(wholes: readonly string[]): string {
    if (wholes.every((whole) => whole === '')) return '';
    this.#parts.clear();
    for (const [part, whole] of wholes.entries()) this.#parts.set(part, whole);
    return this.#compare();
  }

  get text(): string {
    return [...this.#parts.values()].join(this.#separator);
  }

  /** Whether the text differs from the emitted text. */
  get differs(): boolean {
    return this.#differs;
  }

  /** Whether the text differs in more than surrounding whitespace. */
  get differsVisibly(): boolean {
    return this.#differs && this.#shown.trim() !== this.text.trim();
  }

  #compare(): string {
    const { text } = this;
    const rest = text.startsWith(this.#shown) ? text.slice(this.#shown.length) : '';
    this.#shown += rest;
    this.#differs = this.#shown !== text;
    return rest;
  }
}
