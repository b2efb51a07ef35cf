import type { ReplyItem } from './reply-items.js';

/** A pair of marks that makes what stands in it no call: quotes, a code span, brackets, a fence. */
export class Marks<Call> {
  readonly closer: string;
  depth = 1;
  /** A list or a fence with nothing but calls in it is none of the text. */
  pure = true;
  readonly items: ReplyItem<Call>[] = [];

  constructor(closer: string) {
    this.closer = closer;
  }

  hold(item: ReplyItem<Call>): void {
    item.holds++;
    this.items.push(item);
  }

  get hasCalls(): boolean {
    return this.items.some(({ kind }) => kind === 'call');
  }

  /** What stands in it is what it looks like. */
  free(): void {
    for (const item of this.items.splice(0)) if (item.holds > 0) item.holds--;
  }

  /** There is text in it, so its brackets are text as well; the calls in it are none once it is closed. */
  spoil(): void {
    if (!this.pure) return;
    this.pure = false;
    for (const item of this.items) {
      if (item.kind !== 'lead') continue;
      item.kind = 'text';
      item.holds = 0;
    }
  }

  /** What stands in it is text. */
  quote(): void {
    for (const item of this.items.splice(0)) {
      item.kind = 'text';
      item.call = undefined;
      item.holds = 0;
    }
  }
}

/** The pairs that are open at a place of a text, one of each kind. */
export class OpenMarks<Call> {
  readonly #open = new Map<string, Marks<Call>>();

  open(closer: string): Marks<Call> {
    const known = this.#open.get(closer);
    if (known !== undefined) {
      known.depth++;
      return known;
    }
    const marks = new Marks<Call>(closer);
    this.#open.set(closer, marks);
    return marks;
  }

  get(closer: string): Marks<Call> | undefined {
    return this.#open.get(closer);
  }

  /** Closes one pair; gives it where that was its last one. */
  close(closer: string): Marks<Call> | undefined {
    const marks = this.#open.get(closer);
    if (marks === undefined || --marks.depth > 0) return undefined;
    this.#open.delete(closer);
    return marks;
  }

  /** The code span that is open; there is one at most. */
  get code(): string | undefined {
    for (const closer of this.#open.keys()) if (closer.startsWith('`')) return closer;
    return undefined;
  }

  hold(item: ReplyItem<Call>): void {
    for (const marks of this.#open.values()) marks.hold(item);
  }

  clear(): void {
    this.#open.clear();
  }

  /** Nothing closes them any more. */
  free(): void {
    for (const marks of this.#open.values()) marks.free();
    this.#open.clear();
  }
}
