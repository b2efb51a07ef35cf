import type { Refusal } from './decision-line.js';

/** A part of a reply: a call or possible call, or text that may depend on one. */
export class ReplyItem<Call> {
  /** The text as written in the reply. */
  raw = '';
  call: Call | undefined;
  /** `lead`: brackets and fences around calls, which are text if they contain no calls. `mark`: a position without text. */
  kind: 'text' | 'gap' | 'lead' | 'call' | 'mark';
  /** The number of surrounding marks that can still turn the item into text. */
  holds = 0;
  /** The item's text for the user. */
  says: string | undefined;
  /** The number of characters of this text that were shown while it was being written. */
  shown = 0;
  /** The last non-whitespace character before the item. */
  after = '';
  /** Whether the item is in an indented code block. */
  isIndented = false;
  /** The reason that calls are ignored at this position. */
  why: Refusal | undefined;
  /** Further calls in the same block. */
  more: readonly Call[] = [];
  /** Returns the call to use instead if calls are ignored at this position. */
  refused: ((why: Refusal) => Call) | undefined;

  constructor(kind: ReplyItem<Call>['kind'], raw = '') {
    this.kind = kind;
    this.raw = raw;
  }

  /** Turns the item into text, because it is a quotation. */
  quote(): void {
    this.kind = 'text';
    this.call = undefined;
    this.holds = 0;
  }

  /** Called when one of the surrounding marks can no longer turn the item into text. */
  release(): void {
    if (this.holds > 0) this.holds--;
  }

  /** Called if calls are ignored at this position. The first reason is kept. */
  refuse(why: Refusal): void {
    if (this.kind !== 'call' || this.refused === undefined || this.shown > 0) return;
    this.call = this.refused(why);
    this.refused = undefined;
    this.more = [];
  }
}

/** The parts of a reply, in order. Text is shown up to the first undecided part or call. */
export class ReplyItems<Call> {
  #items: ReplyItem<Call>[] = [];
  #head = 0;
  #fresh = '';
  /** Whitespace that is only shown if text follows. */
  #space = '';
  #said = '';
  #trims = false;
  #half = '';
  /** Whether a call or an answer was found. Text after it is not shown. */
  #done = false;

  /** The text of the reply so far. */
  get said(): string {
    return this.#said;
  }

  get isDone(): boolean {
    this.#advance();
    return this.#done;
  }

  /** The text after the first call, with a line break for each further call. Complete once the reply has ended. */
  get behind(): string {
    if (!this.isDone) return '';
    const raw = this.#items.slice(this.#head).map((item) => {
      if (item.kind === 'call') return '\n';
      return item.kind === 'text' || item.kind === 'gap' ? item.raw : '';
    });
    return raw.join('');
  }

  text(piece: string, isGap: boolean): void {
    const kind = isGap ? 'gap' : 'text';
    const last = this.#items.at(-1);
    if (last?.kind === kind && last.holds === 0 && this.#items.length > this.#head) last.raw += piece;
    else this.#items.push(new ReplyItem(kind, piece));
  }

  add(item: ReplyItem<Call>): void {
    this.#items.push(item);
  }

  /** Whether everything before this part is decided and shown. */
  isNext(item: ReplyItem<Call>): boolean {
    this.#advance();
    return !this.#done && this.#items[this.#head] === item;
  }

  /** Shows a chunk of a part's text, without splitting surrogate pairs. */
  show(item: ReplyItem<Call>, piece: string): void {
    const text = this.#half + piece;
    const isHalf = /[\ud800-\udbff]$/.test(text.slice(-1));
    this.#half = isHalf ? text.slice(-1) : '';
    const whole = isHalf ? text.slice(0, -1) : text;
    if (whole === '') return;
    if (item.shown === 0 && this.#said !== '') this.#fresh += '\n\n';
    item.shown += whole.length;
    this.#fresh += whole;
  }

  /** The reply so far, without the marks around calls. */
  get whole(): string {
    this.#advance();
    const pending = this.#items.slice(this.#head).map(({ raw }) => raw);
    return this.#said + this.#space + pending.join('');
  }

  /** Drops the whitespace that follows, unless text was already shown. */
  trim(): void {
    this.#advance();
    this.#trims ||= this.#said === '';
  }

  /** Drops everything so far, because it was a thought. */
  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#space = '';
    this.#said = '';
    this.#done = false;
    this.#trims = true;
  }

  /** Returns the text that can be shown now. */
  release(): string {
    this.#advance();
    const fresh = this.#fresh;
    this.#fresh = '';
    return fresh;
  }

  /** All calls. Complete once the reply has ended. */
  get calls(): Call[] {
    return this.#items.flatMap(({ kind, call, more }) =>
      kind === 'call' && call !== undefined ? [call, ...more] : [],
    );
  }

  /** Called at the end of the reply. Without calls, trailing whitespace is part of the text. */
  finish(): void {
    this.#advance();
    if (this.#done || this.#trims) return;
    this.#say(this.#space);
    this.#space = '';
  }

  #advance(): void {
    for (; !this.#done && this.#head < this.#items.length; this.#head++) {
      const item = this.#items[this.#head];
      if (item === undefined || item.holds > 0) return;
      if (item.kind === 'call') {
        this.#done = true;
        this.#half = '';
        this.#sayRest(item);
        return;
      }
      if (item.kind !== 'lead') this.#showText(item);
    }
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
  }

  #showText(item: ReplyItem<Call>): void {
    const text = this.#trims ? item.raw.trimStart() : item.raw;
    // The item is only shown once, so later text must not be appended to it.
    item.raw = '';
    item.kind = 'text';
    const ink = text.trimEnd().length;
    if (ink > 0) {
      this.#trims = false;
      this.#say(this.#space + text.slice(0, ink));
      this.#space = text.slice(ink);
    } else this.#space += text;
  }

  #sayRest({ says = '', shown }: ReplyItem<Call>): void {
    if (says.length === shown) return;
    if (shown === 0 && this.#said !== '') this.#fresh += '\n\n';
    this.#fresh += says.slice(shown);
  }

  #say(text: string): void {
    this.#said += text;
    this.#fresh += text;
  }
}
