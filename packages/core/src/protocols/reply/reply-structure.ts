import type { Place, Verdict } from './grammar.js';
import { Marks, OpenMarks } from './marks.js';
import { ReplyItem, ReplyItems } from './reply-items.js';

interface Fence<Call> {
  readonly mark: string;
  readonly marks: Marks<Call>;
}

/** What stands where in a reply: its text, the marks that are open, and the calls that may turn out to be quotations. */
export class ReplyStructure<Call> {
  readonly items = new ReplyItems<Call>();
  lineBlank = true;
  /** The last two characters on the line that are no space. */
  ink = '';
  readonly #open = new OpenMarks<Call>();
  /** What is a call only where no other text follows. */
  #alone: { readonly marks: Marks<Call>; readonly besideText: Call | undefined }[] = [];
  /** Calls that end on this line, and what they are where text follows on it. */
  #inLine: { readonly item: ReplyItem<Call>; readonly call: Call }[] = [];
  #fence: Fence<Call> | undefined;
  #prose = false;
  #quoteLine = false;
  #afterSpace = false;
  /** Nothing but space and commas has come since the last call. */
  #afterCall = false;

  /** The mark of the fence that is open and has had nothing but blocks in it. */
  get fence(): string | undefined {
    return this.#fence?.mark;
  }

  get isFenceEmpty(): boolean {
    return this.#fence?.marks.hasCalls === false;
  }

  /** A call has come that nothing, or nothing but text behind it, can make a quotation. */
  get isCalling(): boolean {
    return this.#alone.length > 0 || this.items.isDone;
  }

  /** A quotation has just begun. */
  get opensQuote(): boolean {
    const closer = QUOTES.get(this.ink.slice(-1));
    return closer !== undefined && !this.#afterSpace && this.#open.get(closer) !== undefined;
  }

  get hasProse(): boolean {
    return this.#prose;
  }

  /** Text without line breaks, or with those of a block that is none. Gives the mark of a fence that turns out to be text. */
  text(piece: string): string | undefined {
    const isGap = this.#afterCall ? /^[\s,;]*$/.test(piece) : piece.trim() === '';
    const mark = isGap ? undefined : this.#say(piece);
    this.#afterSpace = piece.slice(-1).trim() === '';
    this.items.text(piece, isGap);
    return mark;
  }

  /** A piece of a fence that is no more than text. */
  literal(piece: string): void {
    this.items.text(piece, false);
  }

  newLine(): void {
    this.items.text('\n', true);
    this.lineBlank = true;
    this.#quoteLine = false;
    this.ink = '';
    this.#inLine = [];
  }

  /** A character that may quote what follows, or end a quotation. */
  quote(char: string): string | undefined {
    const before = this.ink;
    const spaced = this.lineBlank || this.#afterSpace;
    const found = this.text(char);
    if (char === '>' && before === '') this.#quoteLine = true;
    else if (char === '}' || char === ']' || char === '”' || char === '»') this.#close(char);
    else if (char === '“' || char === '«') this.#open.open(char === '“' ? '”' : '»');
    else if (char === '{') this.#open.open('}');
    else if (char === '"' || char === "'") {
      this.#quoteStraight(char, spaced || '([{:,='.includes(before.slice(-1)));
    }
    return found;
  }

  /** A bracket of a list: text, unless there is nothing but calls in the list. */
  openList(): void {
    const lead = new ReplyItem<Call>('lead', '[');
    this.#open.open(']');
    this.#place(lead);
    this.ink = `${this.ink}[`.slice(-2);
    this.#afterSpace = false;
  }

  closeList(): string | undefined {
    const marks = this.#open.get(']');
    if (marks === undefined || !marks.pure || !marks.hasCalls) return this.quote(']');
    const end = new ReplyItem<Call>('lead', ']');
    this.#place(end);
    this.#open.close(']')?.free();
    return undefined;
  }

  code(run: string): string | undefined {
    const span = this.#open.code;
    const found = this.text(run);
    if (span === run) this.#open.close(run)?.quote();
    else if (span === undefined) this.#open.open(run);
    return found;
  }

  get inCode(): boolean {
    return this.#open.code !== undefined;
  }

  /** A block begins: the item that it becomes, and where it stands. */
  begin(): {
    readonly item: ReplyItem<Call>;
    readonly place: Omit<Place, 'shown' | 'cut'>;
    readonly quoted: boolean;
  } {
    const item = new ReplyItem<Call>('call');
    if (this.ink.endsWith("'")) this.#open.open("'");
    const place = {
      beside: this.#prose,
      clean: this.lineBlank || isClean(this.ink),
      fenced: this.#fence !== undefined,
    };
    this.#place(item);
    // Until it is known.
    item.holds++;
    return { item, place, quoted: this.#quoteLine };
  }

  /** Whether the block is a call whatever follows, and all before it is shown: then it can be shown while it is written. */
  claim(item: ReplyItem<Call>): boolean {
    if (item.shown > 0) return true;
    if (item.holds > (this.#fence === undefined ? 1 : 2)) return false;
    if (this.#fence !== undefined && !this.#alone.length) this.#fence.marks.free();
    item.holds = 1;
    return this.items.isNext(item);
  }

  /** What the item has turned out to be. Gives the mark of a fence that turns out to be text. */
  settle(item: ReplyItem<Call>, raw: string, verdict: Verdict<Call>): string | undefined {
    item.raw = raw;
    if (verdict.as !== 'call') {
      item.kind = 'text';
      item.holds = 0;
      return this.#say(raw);
    }
    item.holds = Math.max(0, item.holds - 1);
    item.call = verdict.call;
    item.says = verdict.says;
    this.lineBlank = false;
    this.ink = '}';
    this.#afterSpace = false;
    this.#afterCall = true;
    if (verdict.inLine !== undefined) this.#inLine.push({ item, call: verdict.inLine });
    if (verdict.besideText !== undefined && item.shown === 0) {
      const marks = new Marks<Call>('');
      marks.hold(item);
      this.#alone.push({ marks, besideText: verdict.besideText.call });
    }
    return undefined;
  }

  openFence(mark: string, opener: string): void {
    const marks = new Marks<Call>(mark);
    const lead = new ReplyItem<Call>('lead', opener);
    this.#place(lead);
    marks.hold(lead);
    this.#fence = { mark, marks };
    this.lineBlank = true;
    this.ink = '';
  }

  /** The fence has ended; it was none of the text as long as no text follows. */
  closeFence(closer: string): void {
    const fence = this.#fence;
    if (fence === undefined) return;
    const end = new ReplyItem<Call>('lead', closer);
    this.#place(end);
    this.#fence = undefined;
    if (fence.marks.hasCalls) this.#alone.push({ marks: fence.marks, besideText: undefined });
    else {
      fence.marks.quote();
      this.#say(closer);
    }
  }

  /** All so far was thought. */
  clear(): void {
    this.items.clear();
    this.#alone = [];
    this.#inLine = [];
    this.#prose = false;
    this.#afterCall = false;
    this.#fence = undefined;
    this.#open.clear();
  }

  finish(): void {
    this.closeFence('');
    this.#open.free();
    for (const { marks } of this.#alone.splice(0)) marks.free();
    this.items.finish();
  }

  #place(item: ReplyItem<Call>): void {
    this.#open.hold(item);
    this.#fence?.marks.hold(item);
    this.items.add(item);
  }

  #close(closer: string): void {
    this.#open.close(closer)?.quote();
  }

  #quoteStraight(char: string, opens: boolean): void {
    if (this.#open.get(char) !== undefined) {
      if (char === "'" || !opens) this.#close(char);
    } else if (char === '"' && opens) this.#open.open(char);
  }

  /** Other text than calls is there: what counts only without it does not. */
  #say(piece: string): string | undefined {
    this.#prose = true;
    this.#afterCall = false;
    this.#noteInk(piece);
    if (this.#inLine.length > 0 || this.#alone.length > 0) this.#doubtCalls();
    this.#open.get(']')?.spoil();
    const fence = this.#fence;
    this.#fence = undefined;
    fence?.marks.quote();
    return fence?.mark;
  }

  #noteInk(piece: string): void {
    const line = piece.slice(piece.lastIndexOf('\n') + 1);
    const ink = line.trimEnd().slice(-2);
    if (line.length < piece.length) {
      this.lineBlank = ink === '';
      this.ink = ink;
      return;
    }
    this.lineBlank &&= ink === '';
    this.ink = (this.ink + ink).trimEnd().slice(-2);
  }

  #doubtCalls(): void {
    for (const { item, call } of this.#inLine.splice(0)) if (item.kind === 'call') item.call = call;
    for (const { marks, besideText } of this.#alone.splice(0)) {
      if (besideText === undefined) {
        marks.quote();
        continue;
      }
      for (const item of marks.items) if (item.kind === 'call') item.call = besideText;
      marks.free();
    }
  }
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
]);

/** An object in the middle of a sentence is a part of the sentence. */
function isClean(ink: string): boolean {
  const last = ink.slice(-1);
  if (/\p{Extended_Pictographic}\ufe0f?$/u.test(ink)) return true;
  return ink === '' || (/[.:!?…)\]}>,[*_。：！？]/.test(last) && !/["'”`]:$/.test(ink));
}
