import { type Look, MARKS } from './marks.js';

/** What a line is. `start`: not known yet. `plain`: text without spans, such as a row of a table. */
type LineKind = 'start' | 'text' | 'plain';

/** Indentation up to here may precede a list item, a heading or a fence. */
const DEEPEST = 12;
const UNDECIDED = /^ *(?:`{0,2}|~{1,2}|#{1,6}|[-*+])$/;
const FENCE = /^ *(```|~~~)/;
const HEADING = /^ *#{1,6} $/;
const ITEM = /^( *)[-*+] $/;
const BULLET = '• ';
const STARS = '**';
const WORD = /[\p{L}\p{N}_]/u;

/**
 * Renders streamed Markdown for a terminal: marks bold text, code, headings and fenced code, and shows the items of lists with bullets.
 * Everything else stays as it is. Holds back only the start of a line and an open span; what turns out to be no span is shown unchanged.
 * Takes linear time.
 */
export class MarkdownText {
  #kind: LineKind = 'start';
  #lineStart = '';
  /** The look of the whole line. */
  #lineLook: Look | undefined;
  /** The mark that opened the current block of code. */
  #fence: string | undefined;
  /** An open span with its opening mark, in pieces. */
  #span: string[] = [];
  #last = '';
  #out = '';

  /** Adds text without control characters other than newlines. Returns the text to show now. */
  push(text: string): string {
    for (const character of text) {
      if (character === '\n') this.#endLine();
      else if (this.#kind === 'start') this.#begin(character);
      else this.#add(character);
    }
    return this.#take();
  }

  /** Returns the text that is still held back. */
  end(): string {
    this.#finishLine();
    return this.#take();
  }

  #take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  #begin(character: string): void {
    this.#lineStart += character;
    const start = this.#lineStart;
    const [, fence] = FENCE.exec(start) ?? [];
    if (fence !== undefined && (this.#fence ?? fence) === fence) this.#toggle(fence, start);
    else if (UNDECIDED.test(start) && start.length < DEEPEST) return;
    else if (this.#fence) this.#open('plain', 'code', start);
    else if (HEADING.test(start)) this.#open('text', 'strong', '');
    else if (ITEM.test(start)) this.#open('text', undefined, start.replace(ITEM, `$1${BULLET}`));
    else if (start.trimStart().startsWith('|')) this.#open('plain', undefined, start);
    else this.#decideText(start);
  }

  #toggle(fence: string, start: string): void {
    this.#fence = this.#fence === undefined ? fence : undefined;
    this.#open('plain', 'quiet', start);
  }

  #open(kind: LineKind, look: Look | undefined, text: string): void {
    this.#kind = kind;
    this.#lineLook = look;
    this.#lineStart = '';
    this.#out += (look ? MARKS[look][0] : '') + text;
    this.#last = '';
  }

  #decideText(start: string): void {
    this.#open('text', undefined, '');
    for (const character of start) this.#add(character);
  }

  #endLine(): void {
    this.#finishLine();
    this.#out += '\n';
    this.#kind = 'start';
  }

  #finishLine(): void {
    if (this.#kind === 'start' && this.#lineStart !== '') {
      if (this.#fence) this.#open('plain', 'code', this.#lineStart);
      else this.#decideText(this.#lineStart);
    }
    // The line ends, so the mark before it can close a span.
    this.#closeSpan('');
    this.#giveUpSpan();
    if (this.#lineLook) this.#out += MARKS[this.#lineLook][1];
    this.#lineLook = undefined;
  }

  #add(character: string): void {
    if (this.#kind === 'plain') {
      this.#out += character;
      return;
    }
    if (!this.#closeSpan(character)) this.#extend(character);
    this.#last = character;
  }

  /** Adds a character to the open span, or to the text if it opens none. */
  #extend(character: string): void {
    if (this.#span.length > 0) {
      this.#span.push(character);
      if (isNoSpan(this.#span)) this.#giveUpSpan();
      return;
    }
    const opens = character === '`' || (character === '*' && !WORD.test(this.#last) && this.#last !== '*');
    if (opens && this.#last !== '`') this.#span.push(character);
    else this.#out += character;
  }

  /** Ends a span whose closing mark is complete. Returns whether the character belongs to the span. */
  #closeSpan(next: string): boolean {
    const span = this.#span;
    if (span[0] === '`' && next === '`' && span.length > 1) {
      this.#show('code', span.slice(1));
      return true;
    }
    const isStrong =
      span[1] === '*' &&
      span.length > STARS.length * 2 &&
      span.at(-1) === '*' &&
      span.at(-2) === '*' &&
      !/\s/.test(span.at(-3) ?? ' ') &&
      !WORD.test(next) &&
      next !== '*';
    if (isStrong) this.#show('strong', span.slice(2, -2));
    return false;
  }

  #show(look: Look, pieces: readonly string[]): void {
    this.#out += MARKS[look][0] + pieces.join('') + MARKS[look][1];
    this.#span = [];
  }

  #giveUpSpan(): void {
    this.#out += this.#span.join('');
    this.#span = [];
  }
}

/** Whether a span's first characters show that it is none: `* `, `** `, `***` and two backticks. */
function isNoSpan([first, second, third]: readonly string[]): boolean {
  if (first === '`') return second === '`';
  if (second !== '*') return true;
  return third !== undefined && (third === '*' || /\s/.test(third));
}
