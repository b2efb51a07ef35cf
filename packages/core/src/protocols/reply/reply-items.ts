/** A part of a reply in which a call stands, or may stand; or text that waits for it. */
export class ReplyItem<Call> {
  /** As it stands in the reply. */
  raw = '';
  call: Call | undefined;
  /** `lead`: brackets and fences around calls, which are text only where no calls are in them. `mark`: a place, without any text. */
  kind: 'text' | 'gap' | 'lead' | 'call' | 'mark';
  /** How many marks around it may still make it a quotation. */
  holds = 0;
  /** What it says to the user. */
  says: string | undefined;
  /** How much of that was shown while it was written. */
  shown = 0;
  /** The last character before it that is no space. */
  after = '';
  /** It stands in an indented code block. */
  isIndented = false;
  /** Calls that were made together with its call. */
  more: readonly Call[] = [];
  /** What it is where the value or the element that it stands in is not closed. */
  nested: Call | undefined;

  constructor(kind: ReplyItem<Call>['kind'], raw = '') {
    this.kind = kind;
    this.raw = raw;
  }

  /** It is a quotation, so nothing but text. */
  quote(): void {
    this.kind = 'text';
    this.call = undefined;
    this.holds = 0;
  }

  /** One mark less can make it a quotation. */
  release(): void {
    if (this.holds > 0) this.holds--;
  }

  /** It stands in something that is not closed. */
  refuse(): void {
    if (this.kind !== 'call' || this.nested === undefined || this.shown > 0) return;
    this.call = this.nested;
    this.more = [];
  }
}

/** The parts of a reply in order. Text is shown up to the first part that is not known yet, and none after a call. */
export class ReplyItems<Call> {
  #items: ReplyItem<Call>[] = [];
  #head = 0;
  #fresh = '';
  /** Space is shown together with what follows it. */
  #space = '';
  #said = '';
  #trims = false;
  #half = '';
  /** The text counts up to here: a call or an answer has come. */
  #done = false;

  /** What is text of the reply so far. */
  get said(): string {
    return this.#said;
  }

  get isDone(): boolean {
    this.#advance();
    return this.#done;
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

  /** Whether all before this part is known and shown. */
  isNext(item: ReplyItem<Call>): boolean {
    this.#advance();
    return !this.#done && this.#items[this.#head] === item;
  }

  /** Shows a piece of what a part says, never half a character. */
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

  /** All so far as it stands in the reply, but for what was only around calls. */
  get whole(): string {
    this.#advance();
    const pending = this.#items.slice(this.#head).map(({ raw }) => raw);
    return this.#said + this.#space + pending.join('');
  }

  /** Space that follows is not shown where nothing was said yet. */
  trim(): void {
    this.#advance();
    this.#trims ||= this.#said === '';
  }

  /** All so far was thought. */
  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#space = '';
    this.#said = '';
    this.#done = false;
    this.#trims = true;
  }

  /** What can be shown by now. */
  release(): string {
    this.#advance();
    const fresh = this.#fresh;
    this.#fresh = '';
    return fresh;
  }

  /** The calls, once all is known. @param apart whether text may stand between them */
  calls(apart: boolean): Call[] {
    const calls: Call[] = [];
    for (const { kind, call, more, raw } of this.#items) {
      if (kind === 'call' && call !== undefined) {
        calls.push(call);
        for (const another of more) calls.push(another);
      } else if (calls.length > 0 && !apart && kind === 'text' && raw !== '') break;
    }
    return calls;
  }

  /** Space at the end of a text without calls belongs to it. */
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
    // Shown once; what follows must not join it.
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
