/** A text of several parts, each of which arrives in pieces and then as a whole, which counts. */
export class SettledText {
  readonly #separator: string;
  readonly #parts = new Map<number, string>();
  #shown = '';
  #differs = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Adds a piece of a part. Returns the text to show. */
  add(part: number, piece: string): string {
    const before = this.#parts.get(part);
    const text = before === undefined && this.#parts.size > 0 ? this.#separator + piece : piece;
    this.#parts.set(part, (before ?? '') + piece);
    this.#shown += text;
    return text;
  }

  /** Takes the final form of a part. Returns the rest that is still to be shown. */
  settle(part: number, whole: string): string {
    // Some servers leave the text out of the final form.
    if (whole === '') return '';
    this.#parts.set(part, whole);
    return this.#compare();
  }

  /** Takes the final forms of all parts. */
  settleAll(wholes: readonly string[]): string {
    if (wholes.every((whole) => whole === '')) return '';
    this.#parts.clear();
    for (const [part, whole] of wholes.entries()) this.#parts.set(part, whole);
    return this.#compare();
  }

  get text(): string {
    return [...this.#parts.values()].join(this.#separator);
  }

  /** Whether the text is not what was shown of it. */
  get differs(): boolean {
    return this.#differs;
  }

  /** The same, apart from white space around it. */
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
