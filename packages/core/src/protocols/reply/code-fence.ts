import { Marks } from './marks.js';
import type { Nesting } from './nesting.js';
import type { ReplyItem } from './reply-items.js';

/** The code fence that is open, as long as nothing but blocks has come in it. */
export class CodeFence<Call> {
  readonly #nesting: Nesting<Call>;
  #marks: Marks<Call> | undefined;
  /** How many elements had been opened before it. */
  #elements = 0;

  constructor(nesting: Nesting<Call>) {
    this.#nesting = nesting;
  }

  get isOpen(): boolean {
    return this.#marks !== undefined;
  }

  /** The run of characters that ends it. */
  get mark(): string | undefined {
    return this.#marks?.closer;
  }

  get isEmpty(): boolean {
    return this.#marks?.hasCalls === false;
  }

  /** @param lead the line that opens it */
  open(mark: string, lead: ReplyItem<Call>): void {
    this.#marks = new Marks<Call>(mark);
    this.#marks.hold(lead);
    this.#elements = this.#nesting.opened;
  }

  hold(item: ReplyItem<Call>): void {
    this.#marks?.hold(item);
  }

  /** What stands in it is what it looks like. */
  free(): void {
    this.#marks?.free();
  }

  close(): Marks<Call> | undefined {
    const marks = this.#marks;
    this.#marks = undefined;
    return marks;
  }

  /** It turns out to be text. Gives its mark. */
  quote(): string | undefined {
    const marks = this.close();
    if (marks === undefined) return undefined;
    marks.quote();
    this.#nesting.endCode(this.#elements);
    return marks.closer;
  }
}
