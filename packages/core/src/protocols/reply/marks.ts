import type { ReplyItem } from './reply-items.js';

/** A pair of marks that turns the calls between them into text: quotes, a code span, brackets, a fence or a wrapper tag. */
export class Marks<Call> {
  readonly closer: string;
  depth = 1;
  /** Whether the marks contain only calls so far, so that they need not be part of the text. */
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

  /** Whether the marks can surround calls and contain only calls. */
  get isWrapper(): boolean {
    return this.pure && this.items[0]?.kind === 'lead' && this.hasCalls;
  }

  /** Releases the contents: the marks do not quote them. */
  free(): void {
    const { hasCalls } = this;
    for (const item of this.items.splice(0)) {
      if (item.kind === 'lead' && !hasCalls) item.quote();
      item.release();
    }
  }

  /** Called when the marks contain text and so are text themselves. Once they are closed, their calls become text. */
  spoil(): void {
    if (!this.pure) return;
    this.pure = false;
    for (const item of this.items) if (item.kind === 'lead') item.quote();
  }

  quote(): void {
    for (const item of this.items.splice(0)) item.quote();
  }

  /**
   * Called if the marks are never closed. A call directly after the opening mark, or after a part of the marks' value, belongs to
   * them, and so does everything after it. Otherwise the marks were text.
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

/** The pairs of marks that are open at a place in a text, one of each kind. */
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

  /** Closes a pair, and returns it if it was the outermost of its kind. */
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

  /** Called at the end of a paragraph, where an open code span turns out to be text. */
  finishCode(): void {
    const { code } = this;
    if (code === undefined) return;
    this.#open.get(code)?.finish();
    this.#open.delete(code);
  }

  /** Whether the place is inside marks that contain only calls so far. */
  get isWrapped(): boolean {
    for (const { pure, items } of this.#open.values()) if (pure && items[0]?.kind === 'lead') return true;
    return false;
  }

  /** @param except the marks that do not contain the item */
  hold(item: ReplyItem<Call>, except = ''): void {
    for (const [closer, marks] of this.#open) if (closer !== except) marks.hold(item);
  }

  spoil(): void {
    for (const marks of this.#open.values()) marks.spoil();
  }

  clear(): void {
    this.#open.clear();
  }

  /** Called at the end of the text: all open marks stay open. */
  finish(): void {
    for (const marks of this.#open.values()) marks.finish();
    this.#open.clear();
  }
}

const TAG = '<';
/** The characters that can directly precede a part of a value that ends with this mark. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  [']', '[{,:'],
  ['}', '[{,:'],
  ['’', '‘’‚'],
]);
