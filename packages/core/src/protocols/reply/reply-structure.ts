import { Doubts } from './doubts.js';
import type { Place, Verdict } from './grammar.js';
import { Nesting } from './nesting.js';
import { Quotes } from './quotes.js';
import { ReplyItem, ReplyItems } from './reply-items.js';
import { TextLine } from './text-line.js';

/** What stands where in a reply: its text, the marks that are open, and the calls that may turn out to be quotations. */
export class ReplyStructure<Call> {
  readonly items = new ReplyItems<Call>();
  readonly #nesting = new Nesting<Call>();
  readonly #open = this.#nesting.marks;
  readonly #line = new TextLine();
  readonly quotes = new Quotes(this.#open, this.#line);
  readonly #doubts = new Doubts<Call>();
  #prose = false;
  /** A call has come, or what may yet turn out to be a quotation of one. */
  hasCalled = false;
  /** Nothing but space and commas has come since the last call. */
  #afterCall = false;

  /** Nothing but space stands before on the line. */
  get lineBlank(): boolean {
    return this.#line.isBlank;
  }

  /** The mark of the fence that is open and has had nothing but blocks in it. */
  get fence(): string | undefined {
    return this.#nesting.fence?.closer;
  }

  get isFenceEmpty(): boolean {
    return this.#nesting.fence?.hasCalls === false;
  }

  /** A call has come that nothing, or nothing but text behind it, can make a quotation. */
  get isCalling(): boolean {
    return this.#doubts.hasAlone || this.items.isDone;
  }

  get hasProse(): boolean {
    return this.#prose;
  }

  /**
   * Text without line breaks, or with those of a block that is none. Gives the mark of a fence that turns out to be text.
   * @param isKnown whether it is a mark, of which it is known what it means for calls behind it
   */
  text(piece: string, isKnown = false): string | undefined {
    const hasToken = this.#nesting.read(piece, this.lineBlank);
    const isGap = this.#afterCall ? /^[\s,;]*$/.test(piece) : piece.trim() === '';
    const mark = isGap ? undefined : this.#say(piece);
    if (isGap) this.#line.text(piece, true);
    this.items.text(piece, isGap);
    if (!isKnown && hasToken && mark === undefined) this.doubt();
    return mark;
  }

  /** A piece of a fence that is no more than text. */
  literal(piece: string): void {
    this.items.text(piece, false);
  }

  newLine(): void {
    this.#nesting.read('\n', false);
    this.#nesting.newLine(this.#line.isEmpty);
    this.items.text('\n', true);
    this.#line.newLine();
    this.#doubts.newLine();
  }

  /** A character that may quote what follows, or end a quotation. */
  quote(char: string): string | undefined {
    if (char === '"' && this.quotes.isEscaped) return this.text(char);
    const before = this.#line.ink;
    const mayOpen = this.quotes.mayBegin;
    const found = this.text(char);
    if (char === '>') this.#line.quote(before);
    else if (char === '}' || char === ']') this.#close(char);
    else if (char === '{') this.#open.open('}');
    else this.quotes.read(char, mayOpen);
    return found;
  }

  /** A bracket of a list: text, unless there is nothing but calls in the list. */
  openList(): void {
    const lead = new ReplyItem<Call>('lead', '[');
    this.#nesting.read('[', false);
    this.#open.open(']');
    this.#place(lead);
    this.#line.mark('[', `${this.#line.ink}[`);
  }

  closeList(): string | undefined {
    const marks = this.#open.get(']');
    if (marks === undefined || !marks.pure || !marks.hasCalls) return this.quote(']');
    const end = new ReplyItem<Call>('lead', ']');
    this.#nesting.read(']', false);
    this.#place(end);
    this.#open.close(']')?.free();
    return undefined;
  }

  /** A tag or a mark around calls: text, unless there is nothing but calls in it. */
  openWrapper(token: string, closer: string): void {
    this.#open.open(closer);
    this.#place(new ReplyItem<Call>('lead', token));
  }

  /** @param isAlone whether it wraps calls only where there is no other text */
  closeWrapper(token: string, closer: string, isAlone: boolean): string | undefined {
    const marks = this.#open.get(closer);
    if (marks?.isWrapper !== true) {
      this.#close(closer);
      return this.text(token);
    }
    this.#place(new ReplyItem<Call>('lead', token));
    const closed = this.#open.close(closer);
    if (isAlone && closed !== undefined) this.#doubts.addMarks(closed);
    else closed?.free();
    return undefined;
  }

  /** Nothing but space, and what surrounds calls, has come. */
  get isBeginning(): boolean {
    return !this.#prose && !this.#afterCall && this.fence === undefined;
  }

  /** Whether a sentence may speak of a mark that stands here; a call that has come may be a part of a thought. */
  get mayMention(): boolean {
    if (this.lineBlank) return this.isBeginning;
    return this.quotes.mayMention;
  }

  /** A mark stands here whose meaning is not known: calls behind it are doubtful, unless it is quoted. */
  doubt(concernsAll = false): void {
    const item = new ReplyItem<Call>('mark');
    // Of a string in a value the value decides: the quotes of the next line may seem to end it.
    this.#nesting.hold(item, this.quotes.isInString ? '"' : '');
    this.#doubts.addMark(item, concernsAll);
  }

  /** The tag that has just come may be a mention, or the end of a thought: a call directly behind it is doubtful. */
  doubtNext(): void {
    this.#doubts.doubtNext();
  }

  /** Another turn of the model follows, so its mark was none of the text. */
  continueTurn(): void {
    if (!this.#prose || this.lineBlank) return;
    this.newLine();
    this.newLine();
  }

  code(run: string): string | undefined {
    const { codeSpan: span } = this;
    if (span === run) this.#nesting.endSpan();
    else if (span === undefined) this.#nesting.beginSpan();
    if (span === run) return this.closeWrapper(run, run, true);
    if (span === undefined && this.isBeginning) {
      this.openWrapper(run, run);
      return undefined;
    }
    const found = this.text(run);
    if (span === undefined) this.#open.open(run);
    return found;
  }

  /** The marks of the code span that is open. */
  get codeSpan(): string | undefined {
    return this.#open.code;
  }

  /** A block begins: the item that it becomes, and where it stands. */
  begin(): {
    readonly item: ReplyItem<Call>;
    readonly place: Omit<Place, 'shown' | 'cut'>;
    readonly quoted: boolean;
  } {
    const item = new ReplyItem<Call>('call');
    item.after = this.#line.last;
    item.isIndented = this.fence === undefined && !this.#open.isWrapped && this.#line.beginsCode();
    this.quotes.openBeforeCall();
    const place = {
      beside: this.#prose,
      clean: this.#line.isClean,
      fenced: this.fence !== undefined || item.isIndented,
      listed: this.#open.get(']') !== undefined,
    };
    this.#place(item);
    // Until it is known.
    item.holds++;
    return { item, place, quoted: this.#line.isQuotation };
  }

  /** Whether the block is a call whatever follows, and all before it is shown: then it can be shown while it is written. */
  claim(item: ReplyItem<Call>): boolean {
    if (item.shown > 0) return true;
    if (item.holds > (this.fence === undefined ? 1 : 2)) return false;
    if (!this.#doubts.hasAlone) this.#nesting.fence?.free();
    item.holds = 1;
    return this.items.isNext(item);
  }

  /** What the item has turned out to be. Gives the mark of a fence that turns out to be text. */
  settle(item: ReplyItem<Call>, raw: string, verdict: Verdict<Call>): string | undefined {
    item.raw = raw;
    if (verdict.as !== 'call') {
      item.quote();
      this.#nesting.read(raw, false);
      return this.#say(raw);
    }
    item.release();
    item.call = verdict.call;
    item.more = verdict.more ?? [];
    item.nested = verdict.nested;
    item.says = verdict.says;
    this.#doubts.addCall(item);
    this.#line.call();
    this.#afterCall = true;
    this.hasCalled = true;
    if (verdict.inLine !== undefined) this.#doubts.addInLine(item, verdict.inLine);
    if (verdict.besideText !== undefined) this.#doubts.add(item, verdict.besideText.call);
    if (item.isIndented) this.#doubts.add(item, undefined);
    return undefined;
  }

  openFence(mark: string, opener: string): void {
    const lead = new ReplyItem<Call>('lead', opener);
    this.#place(lead);
    this.#nesting.openFence(mark, lead);
    this.#line.isBlank = true;
    this.#line.ink = '';
  }

  /** The fence has ended; it was none of the text as long as no text follows. */
  closeFence(closer: string): void {
    if (this.fence === undefined) return;
    this.#place(new ReplyItem<Call>('lead', closer));
    const marks = this.#nesting.closeFence();
    if (marks?.hasCalls === true) this.#doubts.addMarks(marks);
    else {
      marks?.quote();
      this.#say(closer);
    }
  }

  /** All so far was thought. */
  clear(): void {
    this.items.clear();
    this.#doubts.clear();
    this.#prose = false;
    this.#afterCall = false;
    this.hasCalled = false;
    this.#nesting.clear();
  }

  finish(): void {
    this.closeFence('');
    this.#nesting.finish();
    this.#doubts.finish();
    this.items.finish();
  }

  #place(item: ReplyItem<Call>): void {
    this.#nesting.place(item);
    this.items.add(item);
  }

  #close(closer: string): void {
    this.#open.close(closer)?.quote();
  }

  /** Other text than calls is there: what counts only without it does not. */
  #say(piece: string): string | undefined {
    this.#prose = true;
    this.#afterCall = false;
    this.#line.text(piece, false);
    this.#doubts.textFollows();
    this.#open.spoil();
    return this.#nesting.quoteFence();
  }
}
