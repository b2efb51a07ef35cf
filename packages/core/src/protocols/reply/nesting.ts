import { Marks, OpenMarks } from './marks.js';
import { MarkupReader } from './markup-reader.js';
import { OpenElements } from './open-elements.js';
import type { ReplyItem } from './reply-items.js';

/** Everything that is open at a position in a reply: quotes, code, brackets and elements. */
export class Nesting<Call> {
  readonly marks = new OpenMarks<Call>();
  readonly #elements = new OpenElements<Call>();
  readonly #markup = new MarkupReader(this.#elements);
  #fence: Marks<Call> | undefined;
  /** The number of elements opened before the current fence and before the current code span. */
  #beforeFence = 0;
  #beforeSpan = 0;
  /** Whether the code span starts on this line. */
  #isNewSpan = false;

  /** The open code fence, as long as it only contains blocks. */
  get fence(): Marks<Call> | undefined {
    return this.#fence;
  }

  /** Reads a chunk of text whose tags open and close elements. Returns whether a special token ends in it. */
  read(piece: string, startsLine: boolean): boolean {
    return this.#markup.read(piece, startsLine);
  }

  /** Puts an item into everything that is open. */
  place(item: ReplyItem<Call>): void {
    this.hold(item);
    this.#fence?.hold(item);
  }

  /** Puts an item into everything that is open except the fence. @param except marks that do not contain the item */
  hold(item: ReplyItem<Call>, except = ''): void {
    this.marks.hold(item, except);
    this.#elements.hold(item, this.#markup.isAtOpening);
  }

  /** @param lead the item of the line that opens the fence */
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

  /** Treats the fence as text, and returns its mark. */
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

  /** Ends an open code span at an empty line: it must end within its paragraph. @see https://spec.commonmark.org/0.31.2/#code-spans */
  newLine(isEmpty: boolean): void {
    if (isEmpty && !this.#isNewSpan) this.marks.finishCode();
    this.#isNewSpan = false;
  }

  clear(): void {
    this.#fence = undefined;
    this.marks.clear();
    this.#elements.clear();
  }

  /** Called at the end of the text, when nothing more can be closed. */
  finish(): void {
    this.#elements.finish();
    this.marks.finish();
  }

  /** Drops elements that were opened in code, where tags are text. @param opened the number of elements opened before the code */
  #endCode(opened: number): void {
    this.#elements.dropSince(opened);
    this.#markup.reset();
  }
}
