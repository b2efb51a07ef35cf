import { Marks, OpenMarks } from './marks.js';
import { MarkupReader } from './markup-reader.js';
import { OpenElements } from './open-elements.js';
import type { ReplyItem } from './reply-items.js';

/** What is open around a place of a reply: quotes, code, brackets and elements. */
export class Nesting<Call> {
  readonly marks = new OpenMarks<Call>();
  readonly #elements = new OpenElements<Call>();
  readonly #markup = new MarkupReader(this.#elements);
  #fence: Marks<Call> | undefined;
  /** How many elements had been opened before the open fence, and before the open code span. */
  #beforeFence = 0;
  #beforeSpan = 0;
  /** The code span begins on this line. */
  #isNewSpan = false;

  /** The code fence that is open, as long as it holds only blocks. */
  get fence(): Marks<Call> | undefined {
    return this.#fence;
  }

  /** Reads a piece of text, whose tags open and close elements. Tells whether a special token ends in it. */
  read(piece: string, startsLine: boolean): boolean {
    return this.#markup.read(piece, startsLine);
  }

  /** Puts an item into everything that is open. */
  place(item: ReplyItem<Call>): void {
    this.hold(item);
    this.#fence?.hold(item);
  }

  /** The same without the fence. @param except the marks that do not hold it */
  hold(item: ReplyItem<Call>, except = ''): void {
    this.marks.hold(item, except);
    this.#elements.hold(item, this.#markup.isAtOpening);
  }

  /** @param lead the line that opens it */
  openFence(mark: string, lead: ReplyItem<Call>): void {
    this.#fence = new Marks(mark);
    this.#fence.hold(lead);
    this.#beforeFence = this.#elements.opened;
  }

  closeFence(): Marks<Call> | undefined {
    const fence = this.#fence;
    this.#fence = undefined;
    return fence;
  }

  /** The fence turns out to be text. Returns its mark. */
  quoteFence(): string | undefined {
    const fence = this.closeFence();
    if (fence === undefined) return undefined;
    fence.quote();
    this.#endCode(this.#beforeFence);
    return fence.closer;
  }

  beginSpan(): void {
    this.#isNewSpan = true;
    this.#beforeSpan = this.#elements.opened;
  }

  endSpan(): void {
    this.#endCode(this.#beforeSpan);
  }

  /** A code span ends in its paragraph, or is none. @see https://spec.commonmark.org/0.31.2/#code-spans */
  newLine(isEmpty: boolean): void {
    if (isEmpty && !this.#isNewSpan) this.marks.finishCode();
    this.#isNewSpan = false;
  }

  clear(): void {
    this.#fence = undefined;
    this.marks.clear();
    this.#elements.clear();
  }

  /** Nothing is closed any more. */
  finish(): void {
    this.#elements.finish();
    this.marks.finish();
  }

  /** Tags in code open no elements. @param opened how many elements had been opened before it */
  #endCode(opened: number): void {
    this.#elements.dropSince(opened);
    this.#markup.reset();
  }
}
