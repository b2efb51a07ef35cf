import type { ReplyItem } from './reply-items.js';

/** A pair of marks that makes what stands in it no call: quotes, a code span, brackets, a fence, a wrapper. */
export class Marks<Call> {
  readonly closer: string;
  depth = 1;
  /** Marks with nothing but calls in them are none of the text, where those marks can be that. */
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

  /** Whether these marks can surround calls, and have nothing but calls in them. */
  get isWrapper(): boolean {
    return this.pure && this.items[0]?.kind === 'lead' && this.hasCalls;
  }

  /** What stands in it is what it looks like. */
  free(): void {
    const { hasCalls } = this;
    for (const item of this.items.splice(0)) {
      if (item.kind === 'lead' && !hasCalls) item.quote();
      item.release();
    }
  }

  /** There is text in it, so its brackets are text as well; the calls in it are none once it is closed. */
  spoil(): void {
    if (!this.pure) return;
    this.pure = false;
    for (const item of this.items) if (item.kind === 'lead') item.quote();
  }

  /** What stands in it is text. */
  quote(): void {
    for (const item of this.items.splice(0)) item.quote();
  }

  /**
   * Nothing closes it any more. A call directly behind its opening, or behind a part of its value, is a part of it, and so is what
   * follows; other marks were text.
   */
  finish(): void {
    const openers = this.isWrapper ? '' : (OPENERS.get(this.closer) ?? this.closer.charAt(0));
    let isInside = openers === TAG && !this.pure;
    for (const item of this.items) {
      isInside ||= item.kind === 'call' && openers.includes(item.after || ' ');
      if (isInside) item.refuse();
    }
    this.free();
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

  /** A paragraph has ended: the code span that is open was none. */
  finishCode(): void {
    const { code } = this;
    if (code === undefined) return;
    this.#open.get(code)?.finish();
    this.#open.delete(code);
  }

  /** Whether the place is in marks that have had nothing but calls in them. */
  get isWrapped(): boolean {
    for (const { pure, items } of this.#open.values()) if (pure && items[0]?.kind === 'lead') return true;
    return false;
  }

  /** @param except what does not hold it */
  hold(item: ReplyItem<Call>, except = ''): void {
    for (const [closer, marks] of this.#open) if (closer !== except) marks.hold(item);
  }

  spoil(): void {
    for (const marks of this.#open.values()) marks.spoil();
  }

  clear(): void {
    this.#open.clear();
  }

  /** Nothing closes them any more. */
  finish(): void {
    for (const marks of this.#open.values()) marks.finish();
    this.#open.clear();
  }
}

const TAG = '<';
/** What stands directly before a part of the value that ends with this mark. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  [']', '[{,:'],
  ['}', '[{,:'],
  ['’', '‘’‚'],
]);
