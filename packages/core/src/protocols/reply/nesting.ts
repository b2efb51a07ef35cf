import { ElementReader } from './element-reader.js';
import { OpenMarks } from './marks.js';
import { OpenElements } from './open-elements.js';
import type { ReplyItem } from './reply-items.js';

/** What is open around a place of a reply: quotes, code spans, brackets and elements. */
export class Nesting<Call> {
  readonly marks = new OpenMarks<Call>();
  readonly #elements = new OpenElements<Call>();
  readonly #tags = new ElementReader(this.#elements);

  /** How many elements have been opened. */
  get opened(): number {
    return this.#elements.opened;
  }

  /** A piece of text: its tags open and close elements. */
  read(piece: string, startsLine: boolean): void {
    this.#tags.read(piece, startsLine);
  }

  /** Code has ended, which has no elements in it. @param opened how many had been opened before it */
  endCode(opened: number): void {
    this.#elements.dropSince(opened);
    this.#tags.reset();
  }

  /** @param except the marks that do not hold it */
  hold(item: ReplyItem<Call>, except = ''): void {
    this.marks.hold(item, except);
    this.#elements.hold(item, this.#tags.isAtOpening);
  }

  clear(): void {
    this.marks.clear();
    this.#elements.clear();
  }

  /** Nothing is closed any more. */
  finish(): void {
    this.#elements.finish();
    this.marks.finish();
  }
}
