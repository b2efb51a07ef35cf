import type { ReplyItem } from './reply-items.js';

/** A pair of marks that turns the calls in it into text: quotes, a code span, brackets, a fence, a wrapper. */
export class Marks<Call> {
  readonly closer: string;
  depth = 1;
  /** The marks hold only calls so far, so they may not be part of the text. */
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

  /** Whether these marks can surround calls, and hold only calls. */
  get isWrapper(): boolean {
    return this.pure && this.items[0]?.kind === 'lead' && this.hasCalls;
  }

  /** The contents are what they look like. */
  free(): void {
    const { hasCalls } = this;
    for (const item of this.items.splice(0)) {
      if (item.kind === 'lead' && !hasCalls) item.quote();
      item.release();
    }
  }

  /** The marks hold text, so they are text as well. Once they are closed, their calls become text. */
  spoil(): void {
    if (!this.pure) return;
    this.pure = false;
    for (const item of this.items) if (item.kind === 'lead') item.quote();
  }

  /** The contents are text. */
  quote(): void {
    for (const item of this.items.splice(0)) item.quote();
  }

  /**
   * The marks stay open. A call directly after their opening, or after a part of their value, belongs to them, and so does everything
   * after it. Otherwise the marks were text.
   */
  finish(): void {
    const openers = this.isWrapper ? '' : (OPENERS.get(this.closer) ?? this.closer.charAt(0));
    let isInside = openers === TAG && !this.pure;
    for (const item of this.items) {
      isInside ||= item.kind === 'call' && openers.includes(item.after || ' ');
      if (isInside) item.refuse('nested');
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

  /** Closes one pair; returns it if it was the outermost of its kind. */
  close(closer: string): Marks<Call> | undefined {
    const marks = this.#open.get(closer);
    if (marks === undefined || --marks.depth > 0) return undefined;
    this.#open.delete(closer);
    return marks;
  }

  /** The open code span; there is at most one. */
  get code(): string | undefined {
    for (const closer of this.#open.keys()) if (closer.startsWith('`')) return closer;
    return undefined;
  }

  /** A paragraph has ended, so the open code span was text. */
  finishCode(): void {
    const { code } = this;
    if (code === undefined) return;
    this.#open.get(code)?.finish();
    this.#open.delete(code);
  }

  /** Whether the place is in marks that have held only calls so far. */
  get isWrapped(): boolean {
    for (const { pure, items } of this.#open.values()) if (pure && items[0]?.kind === 'lead') return true;
    return false;
  }

  /** @param except the marks that do not hold it */
  hold(item: ReplyItem<Call>, except = ''): void {
    for (const [closer, marks] of this.#open) if (closer !== except) marks.hold(item);
  }

  spoil(): void {
    for (const marks of this.#open.values()) marks.spoil();
  }

  clear(): void {
    this.#open.clear();
  }

  /** All marks stay open. */
  finish(): void {
    for (const marks of this.#open.values()) marks.finish();
    this.#open.clear();
  }
}

const TAG = '<';
/** The characters directly before a part of a value that ends with this mark. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  [']', '[{,:'],
  ['}', '[{,:'],
  ['’', '‘’‚'],
]);
