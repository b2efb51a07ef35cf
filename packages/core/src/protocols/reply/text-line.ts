/** The line of a text that is being read, as far as it has come. */
export class TextLine {
  isBlank = true;
  /** Its last two characters that are no space. */
  ink = '';
  /** The last character that is no space, on this line or on one before. */
  last = '';
  endsWithSpace = false;
  readonly #indent = new IndentedCode();
  #isQuotation = false;

  /** An object in the middle of a sentence is a part of the sentence; another one stands for itself. */
  get isClean(): boolean {
    return this.isBlank || isClean(this.ink);
  }

  get isEmpty(): boolean {
    return this.isBlank && this.ink === '';
  }

  /** It is a line of a blockquote or of a table, or what follows stands behind the bar of a cell. */
  get isQuotation(): boolean {
    return this.#isQuotation || this.ink.endsWith('|');
  }

  /** Whether a sentence may speak of a mark that follows, such as "The token <|im_end|> ends a turn". */
  get mayMention(): boolean {
    const { ink } = this;
    return this.endsWithSpace
      ? !/[.!?…。！？}>]$/.test(ink)
      : ink === '' || /[([{*_"'“„«「『|,:=/]$/.test(ink);
  }

  /** Whether what follows begins, or continues, a line of indented code. */
  beginsCode(): boolean {
    return this.#indent.begin();
  }

  /** A piece of text, or of a block that is no more than text. */
  text(piece: string, isGap: boolean): void {
    if (isGap) this.#indent.read(piece);
    else this.#note(piece);
    this.endsWithSpace = piece.slice(-1).trim() === '';
  }

  /** A mark or a call that is not text. It leaves the line open for a block. */
  mark(char: string, ink = char): void {
    this.ink = ink.slice(-2);
    this.last = char;
    this.#indent.ink();
    this.endsWithSpace = false;
  }

  /** A call ends here. */
  call(): void {
    this.mark('}');
    this.isBlank = false;
  }

  /** `>` makes the line a blockquote where nothing but the marker of a list stands before it. */
  quote(before: string): void {
    if (LIST_MARKER.test(before)) this.#isQuotation = true;
  }

  newLine(): void {
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
    // A row of a table.
    if (this.ink === '' && line.trimStart().startsWith('|')) this.#isQuotation = true;
    this.#indent.read(line);
    this.isBlank &&= ink === '';
    this.ink = (this.ink + ink).trimEnd().slice(-2);
  }
}

/** What may stand before a blockquote on its line; more cannot be seen of it. */
const LIST_MARKER = /^(?:[-*+]|\d?[.)])?$/;

/** Whether what follows is no part of a sentence. */
function isClean(ink: string): boolean {
  const last = ink.slice(-1);
  if (/\p{Extended_Pictographic}\ufe0f?$/u.test(ink)) return true;
  return ink === '' || (/[.:!?…)\]}>,[*_。：！？]/.test(last) && !/["'”`]:$/.test(ink));
}

/** Knows which lines of a text are indented code. Such a line follows an empty line, or another line of code. */
class IndentedCode {
  #columns = 0;
  #isBlank = true;
  /** The line before lets this one be code. */
  #mayBegin = true;
  #isCode = false;

  /** A piece of the line. */
  read(piece: string): void {
    if (!this.#isBlank) return;
    const ink = piece.search(/\S/);
    const space = ink === -1 ? piece : piece.slice(0, ink);
    for (const char of space) this.#columns += char === '\t' ? TAB - (this.#columns % TAB) : 1;
    if (ink !== -1) this.ink();
  }

  /** The first character of the line that is no space. */
  ink(): void {
    if (!this.#isBlank) return;
    this.#isBlank = false;
    this.#isCode = this.#mayBegin && this.#columns >= TAB;
  }

  /** Whether what follows on the line is code. */
  begin(): boolean {
    this.ink();
    return this.#isCode;
  }

  newLine(): void {
    this.#mayBegin = this.#isBlank || this.#isCode;
    this.#columns = 0;
    this.#isBlank = true;
    this.#isCode = false;
  }
}

/** @see https://spec.commonmark.org/0.31.2/#indented-code-blocks */
const TAB = 4;
