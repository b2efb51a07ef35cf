import type { Nesting } from './nesting.js';

/** The span of inline code that is open. It ends in its paragraph, or is none. */
export class CodeSpan<Call> {
  readonly #nesting: Nesting<Call>;
  /** How many elements had been opened before it. */
  #elements = 0;
  /** It begins on this line. */
  #isNew = false;

  constructor(nesting: Nesting<Call>) {
    this.#nesting = nesting;
  }

  /** Its marks. */
  get mark(): string | undefined {
    return this.#nesting.marks.code;
  }

  begin(): void {
    this.#isNew = true;
    this.#elements = this.#nesting.opened;
  }

  /** It has ended: no tag in it opens an element. */
  end(): void {
    this.#nesting.endCode(this.#elements);
  }

  /** @see https://spec.commonmark.org/0.31.2/#code-spans */
  newLine(isEmpty: boolean): void {
    if (isEmpty && !this.#isNew) this.#nesting.marks.finishCode();
    this.#isNew = false;
  }
}
