import { isEmptyItem, isListItem, type Refusal, refusalAfter } from './decision-line.js';

export class TextLine {
  isBlank = true;
  /** The last two non-whitespace characters of the line. */
  ink = '';
  /** The last non-whitespace character on this line or an earlier line. */
  last = '';
  endsWithSpace = false;
  /** The text of the line so far, without calls. Long lines are reduced to their start and end. */
  before = '';
  /** `open` inside a list item; `empty` if only the marker of the item was read. */
  #item: 'open' | 'empty' | undefined;
  readonly #indent = new IndentedCode();
  #isQuotation = false;

  /** The reason that a call at this position is ignored. */
  get refusal(): Refusal | undefined {
    const isInItem = this.#item === 'empty' || (this.#item === 'open' && this.#indent.columns >= ITEM_INDENT);
    return isInItem ? 'item' : refusalAfter(this.before);
  }

  get isEmpty(): boolean {
    return this.isBlank && this.ink === '';
  }

  /** Whether the line belongs to a blockquote or table, or the next text is in a table cell. */
  get isQuotation(): boolean {
    return this.#isQuotation || this.ink.endsWith('|');
  }

  /** Whether a sentence may mention the mark that follows, as in "The token <|im_end|> ends a turn". */
  get mayMention(): boolean {
    const { ink } = this;
    return this.endsWithSpace
      ? !/[.!?…。！？}>]$/.test(ink)
      : ink === '' || /[([{*_"'“„«「『|,:=/]$/.test(ink);
  }

  /** Whether indented code starts or continues on this line. */
  beginsCode(): boolean {
    return this.#indent.begin();
  }

  /** Reads a chunk of text, or of a block that is text. */
  text(piece: string, isGap: boolean): void {
    if (!isGap) this.#note(piece);
    else {
      this.#indent.read(piece);
      if (this.before !== '' && piece.trim() === '') this.before += ' ';
    }
    this.endsWithSpace = piece.slice(-1).trim() === '';
  }

  /** Reads a mark or a call that is not text. Another block may follow on the line. */
  mark(char: string, ink = char): void {
    this.ink = ink.slice(-2);
    this.last = char;
    this.#indent.ink();
    this.endsWithSpace = false;
  }

  call(): void {
    this.mark('}');
    this.isBlank = false;
  }

  /** Reads `>`, which makes the line a blockquote if nothing other than a list marker precedes it. */
  quote(before: string): void {
    if (LIST_MARKER.test(before)) this.#isQuotation = true;
  }

  /** Reads an opening bracket around calls or in text. */
  bracket(): void {
    this.mark('[', `${this.ink}[`);
    this.before += '[';
  }

  newLine(): void {
    if (isListItem(this.before)) this.#item = isEmptyItem(this.before) ? 'empty' : 'open';
    else if (!this.isEmpty)
      this.#item = this.#item && this.#indent.columns >= ITEM_INDENT ? 'open' : undefined;
    this.before = '';
    this.#indent.newLine();
    this.isBlank = true;
    this.#isQuotation = false;
    this.ink = '';
  }

  #note(piece: string): void {
    const line = piece.slice(piece.lastIndexOf('\n') + 1);
    const ink = line.trimEnd().slice(-2);
    this.last = piece.trimEnd().slice(-1) || this.last;
    if (line.length < piece.length) this.newLine();
    // The line is a table row.
    if (this.ink === '' && line.trimStart().startsWith('|')) this.#isQuotation = true;
    this.#indent.read(line);
    this.isBlank &&= ink === '';
    this.before += line;
    if (this.before.length > MAX_BEFORE)
      this.before = `${this.before.slice(0, 99)} ${this.before.slice(-299)}`;
    this.ink = (this.ink + ink).trimEnd().slice(-2);
  }
}

/** Matches text that may precede a blockquote on its line. Only the last two characters are known. */
const LIST_MARKER = /^(?:[-*+]|\d?[.)])?$/;

/** The minimum indentation of a list item's text. */
const ITEM_INDENT = 2;
const MAX_BEFORE = 800;

/** Detects lines of indented code, which must follow an empty line or another line of code. */
class IndentedCode {
  columns = 0;
  #isBlank = true;
  /** Whether code is allowed after the previous line. */
  #mayBegin = true;
  #isCode = false;

  /** Reads a chunk of the line. */
  read(piece: string): void {
    if (!this.#isBlank) return;
    const ink = piece.search(/\S/);
    const space = ink === -1 ? piece : piece.slice(0, ink);
    for (const char of space) this.columns += char === '\t' ? TAB - (this.columns % TAB) : 1;
    if (ink !== -1) this.ink();
  }

  /** Reads the first non-whitespace character of the line. */
  ink(): void {
    if (!this.#isBlank) return;
    this.#isBlank = false;
    this.#isCode = this.#mayBegin && this.columns >= TAB;
  }

  /** Returns whether the rest of the line is code. */
  begin(): boolean {
    this.ink();
    return this.#isCode;
  }

  newLine(): void {
    this.#mayBegin = this.#isBlank || this.#isCode;
    this.columns = 0;
    this.#isBlank = true;
    this.#isCode = false;
  }
}

/** @see https://spec.commonmark.org/0.31.2/#indented-code-blocks */
const TAB = 4;
