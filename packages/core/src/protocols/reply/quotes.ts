import type { OpenMarks } from './marks.js';
import type { TextLine } from './text-line.js';

/** Maps opening quotation marks to the marks that can close them. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['«', '»'],
  ['„', '“”'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  // In some languages, these marks close a quotation.
  ['”', '”'],
  ['»', '«'],
  ['›', '‹'],
]);

/** Maps marks that also occur within words to their closing marks. They only quote a directly following call. */
const APOSTROPHES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['‘', '’'],
  ['’', '’'],
  ['‚', '’'],
]);

/** All typographic quotes, for use in a character class. */
export const QUOTE_MARKS = '“”«»„‹›「」『』（）‘’';

export class Quotes<Call> {
  readonly #open: OpenMarks<Call>;
  readonly #line: TextLine;

  constructor(open: OpenMarks<Call>, line: TextLine) {
    this.#open = open;
    this.#line = line;
  }

  get isBeginning(): boolean {
    const closer = nameOfQuote(this.#line.ink.slice(-1));
    return closer !== undefined && !this.#line.endsWithSpace && this.#open.get(closer) !== undefined;
  }

  /** Whether a sentence may mention a mark at this position. */
  get mayMention(): boolean {
    return this.#line.mayMention || (this.#open.get('"') !== undefined && !this.#line.endsWithSpace);
  }

  /** Whether the position is inside a string of a JSON value. */
  get isInString(): boolean {
    const isInValue = this.#open.get('}') !== undefined || this.#open.get(']') !== undefined;
    return isInValue && this.#open.get('"') !== undefined;
  }

  get mayBegin(): boolean {
    const { isBlank, endsWithSpace, ink } = this.#line;
    return isBlank || endsWithSpace || '([{:,='.includes(ink.slice(-1));
  }

  /** Whether a quote at this position is escaped inside a string. */
  get isEscaped(): boolean {
    const { ink } = this.#line;
    return ink.endsWith('\\') && !ink.endsWith('\\\\') && this.isInString;
  }

  /** Reads a quotation mark. @param mayOpen whether it may start a quotation */
  read(char: string, mayOpen: boolean): void {
    const closes = QUOTE_MARKS.includes(char)
      ? readTypographic(char, mayOpen, this.#open)
      : readStraight(char, mayOpen, this.#open);
    if (closes !== undefined) this.#open.close(closes)?.quote();
  }

  /** Called when a call starts. An apostrophe directly before it opens a quotation. */
  openBeforeCall(): void {
    const name = APOSTROPHES.get(this.#line.ink.slice(-1));
    if (name !== undefined) this.#open.open(name);
  }
}

/** Returns the name of the quotation that this mark starts. */
function nameOfQuote(mark: string): string | undefined {
  return mark === '"' ? mark : (APOSTROPHES.get(mark) ?? quoteName(mark));
}

function readStraight<Call>(mark: string, mayOpen: boolean, open: OpenMarks<Call>): string | undefined {
  if (open.get(mark) !== undefined) return mark === "'" || !mayOpen ? mark : undefined;
  if (mark === '"' && mayOpen) open.open(mark);
  return undefined;
}

/** Reads a typographic quotation mark. Returns the name of the quotation that it closes, if any. */
function readTypographic<Call>(mark: string, mayOpen: boolean, open: OpenMarks<Call>): string | undefined {
  if (mark === '‘' || mark === '’') return '’';
  for (const [opener, closers] of PAIRS) {
    const name = quoteName(opener) ?? '';
    if (closers.includes(mark) && open.get(name) !== undefined) return name;
  }
  const name = quoteName(mark);
  const isUsual = PAIRS.get(mark) !== undefined && !/[”»›]/.test(mark);
  if (name !== undefined && (isUsual || mayOpen)) open.open(name);
  return undefined;
}

function quoteName(mark: string): string | undefined {
  const closers = PAIRS.get(mark);
  return closers === undefined ? undefined : mark + closers;
}
