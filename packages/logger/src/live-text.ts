import { graphemes } from './text/graphemes.js';
import { textWidth } from './text/text-width.js';

const TOKEN = /\n| +|[^ \n]+/g;
/** A word that starts this close to the end of a line is held back until it is complete, so that it can move to the next line. */
const MARGIN = 12;

/**
 * Wraps streamed text. Shows each chunk immediately; only whitespace and a word that may not fit are held back. The text must not contain
 * control characters other than newlines.
 */
export class LiveText {
  readonly #width: number;
  readonly #margin: number;
  #lines: string[] = [''];
  #column: number;
  #newlines = 0;
  #gap = '';
  /** The indentation of the current line, which also applies to its wrapped lines. */
  #indent = '';
  /** The start of a word that is not shown yet. */
  #held = '';
  /** Whether the start of the current word is shown. */
  #begun = false;

  /** @param column the number of columns that are already used in the first line */
  constructor(width: number, column: number) {
    this.#width = width;
    this.#margin = Math.min(MARGIN, Math.floor(width / 4));
    this.#column = column;
  }

  /** Adds a chunk. Returns the text to show now: first the rest of the current line, then one item for each new line. */
  push(text: string): string[] {
    for (const token of text.match(TOKEN) ?? []) {
      if (token === '\n' || token.startsWith(' ')) this.#space(token);
      else this.#held += token;
    }
    if (this.#begun || this.#held !== '') this.#showBeginning();
    return this.#take();
  }

  /** Returns the text that is still held back, without trailing whitespace. */
  end(): string[] {
    this.#endWord();
    return this.#take();
  }

  #space(token: string): void {
    this.#endWord();
    if (token === '\n') {
      this.#newlines += 1;
      this.#gap = '';
    } else {
      this.#gap += token;
    }
  }

  #showBeginning(): void {
    const end = this.#startColumn() + textWidth(this.#held);
    if (this.#begun || end + this.#margin <= this.#width || end > this.#width) {
      this.#showHeld();
      this.#begun = true;
    }
  }

  #endWord(): void {
    if (this.#held !== '') this.#showHeld();
    this.#begun = false;
  }

  #startColumn(): number {
    return (this.#newlines > 0 ? 0 : this.#column) + this.#gap.length;
  }

  #showHeld(): void {
    const word = this.#held;
    this.#held = '';
    if (this.#newlines > 0) this.#startLine();
    const gap = this.#gap;
    this.#gap = '';
    // The wrapped lines of a list item start below its text.
    const isBullet = word === '•' && this.#column === this.#indent.length;
    if (this.#column + gap.length + textWidth(word) <= this.#width) {
      this.#append(gap + word);
      if (isBullet) this.#indent += '  ';
      return;
    }
    if (!this.#begun && this.#column > this.#indent.length) this.#breakLine();
    for (const segment of graphemes(word)) {
      if (this.#column + textWidth(segment) > this.#width) this.#breakLine();
      this.#append(segment);
    }
  }

  #startLine(): void {
    for (; this.#newlines > 0; this.#newlines -= 1) this.#lines.push('');
    this.#indent = this.#gap.slice(0, Math.floor(this.#width / 2));
    this.#gap = '';
    this.#column = 0;
    this.#append(this.#indent);
  }

  #breakLine(): void {
    this.#lines.push(this.#indent);
    this.#column = this.#indent.length;
  }

  #append(text: string): void {
    this.#lines[this.#lines.length - 1] += text;
    this.#column += textWidth(text);
  }

  #take(): string[] {
    const lines = this.#lines;
    this.#lines = [''];
    return lines;
  }
}
