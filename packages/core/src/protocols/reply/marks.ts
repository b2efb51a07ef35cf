import type { ReplyItem } from './reply-items.js';

/** A pair of marks that turns the calls between them into text: quotes, a code span, brackets, a fence or a wrapper tag. */
export class Marks<Call> {
  readonly closer: string;
  depth = 1;
  /** Whether the marks only contain calls so far, so that they may be omitted from the text. */
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

  /** Whether the marks can surround calls and only contain calls. */
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

  /** Called when the marks contain text, which makes them text as well. Once they are closed, their calls become text. */
  spoil(): void {
    if (!this.pure) return;
    this.pure = false;
    for (const item of this.items) if (item.kind === 'lead') item.quote();
  }

  quote(): void {
    for (const item of this.items.splice(0)) item.quote();
  }

  /**
   * Called if the marks are never closed. If a call directly follows the opening mark or part of a value inside, the call and
   * everything after it are inside the marks. Otherwise, the marks were text.
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

/** The pairs of marks that are open at a position, at most one of each kind. */
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

  /** Closes a pair of marks, and returns it if it was the outermost of its kind. */
  close(closer: string): Marks<Call> | undefined {
    const marks = this.#open.get(closer);
    if (marks === undefined || --marks.depth > 0) return undefined;
    this.#open.delete(closer);
    return marks;
  }

  /** The marks of the open code span, if any. */
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

  /** Whether the position is inside marks that only contain calls so far. */
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

  /** Called at the end of the text, when open marks can no longer be closed. */
  finish(): void {
    for (const marks of this.#open.values()) marks.finish();
    this.#open.clear();
  }
}

const TAG = '<';
/** The characters that can directly precede part of a value, by the mark that closes the value. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  [']', '[{,:'],
  ['}', '[{,:'],
  ['’', '‘’‚'],
]);
