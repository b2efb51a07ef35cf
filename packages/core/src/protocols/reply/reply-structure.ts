import { Doubts } from './doubts.js';
import type { Place, Verdict } from './grammar.js';
import { LineSpeaker } from './line-speaker.js';
import { Nesting } from './nesting.js';
import { Quotes } from './quotes.js';
import { ReplyItem, ReplyItems } from './reply-items.js';
import { TextLine } from './text-line.js';

/** The structure of a reply: its text, the open marks, and the calls that may turn out to be quotations. */
export class ReplyStructure<Call> {
  readonly items = new ReplyItems<Call>();
  readonly #nesting = new Nesting<Call>();
  readonly #open = this.#nesting.marks;
  readonly #line = new TextLine();
  readonly quotes = new Quotes(this.#open, this.#line);
  readonly #doubts = new Doubts<Call>();
  #prose = false;
  /** Whether a call was found, which may still turn out to be a quotation. */
  hasCalled = false;
  /** Whether only whitespace and commas have followed the last call. */
  #afterCall = false;
  readonly #speaker = new LineSpeaker<Call>();

  /** Whether only whitespace precedes the position on its line. */
  get lineBlank(): boolean {
    return this.#line.isBlank;
  }

  /** The mark of the open fence, as long as it only contains blocks. */
  get fence(): string | undefined {
    return this.#nesting.fence?.closer;
  }

  get isFenceEmpty(): boolean {
    return this.#nesting.fence?.hasCalls === false;
  }

  /** Whether a call was found that only later text could turn into a quotation. */
  get isCalling(): boolean {
    return this.#doubts.hasAlone || this.items.isDone;
  }

  get hasProse(): boolean {
    return this.#prose;
  }

  /**
   * Reads text without line breaks, or a block that is text. Returns the mark of a fence that turns out to be text.
   * @param isKnown whether the text is a mark with a known effect on later calls
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

  /** Reads a chunk of a fence that is text. */
  literal(piece: string): void {
    this.items.text(piece, false);
  }

  newLine(): void {
    this.#noteSpeaker();
    this.#nesting.read('\n', false);
    this.#nesting.newLine(this.#line.isEmpty);
    this.items.text('\n', true);
    this.#line.newLine();
    this.#doubts.newLine();
  }

  /** Reads a character that can open or close a quotation. */
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

  /** Opens a list. Its bracket is text unless the list only contains calls. */
  openList(): void {
    const lead = new ReplyItem<Call>('lead', '[');
    if (this.#line.before === '') this.#nesting.hold(this.#speaker.begin(this.isBeginning));
    this.#nesting.read('[', false);
    this.#open.open(']');
    this.#place(lead);
    this.#line.bracket();
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

  /** Opens a tag or mark around calls. It is text unless it only contains calls. */
  openWrapper(token: string, closer: string): void {
    this.#open.open(closer);
    this.#place(new ReplyItem<Call>('lead', token));
  }

  /** @param isAlone whether the tag or mark only wraps calls if there is no other text */
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

  /** Whether the reply only contains whitespace and marks around calls so far. */
  get isBeginning(): boolean {
    return !this.#prose && !this.#afterCall && this.fence === undefined;
  }

  /** Whether a sentence may mention a mark at this position. A call before it may be part of a thought. */
  get mayMention(): boolean {
    if (this.lineBlank) return this.isBeginning;
    return this.quotes.mayMention;
  }

  /** Adds a mark of unknown meaning. Later calls are doubtful, unless the mark is quoted. */
  doubt(concernsAll = false): void {
    const item = new ReplyItem<Call>('mark');
    // In a string inside a value, only the value counts, because quotes on the next line may seem to end the string.
    this.#nesting.hold(item, this.quotes.isInString ? '"' : '');
    this.#doubts.addMark(item, concernsAll);
  }

  /** Makes a call directly after the last tag doubtful, because the tag may be a mention or the end of a thought. */
  doubtNext(): void {
    this.#doubts.doubtNext();
  }

  /** Called if the model's turn continues after a mark, which is therefore not part of the text. */
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

  /** The marks of the open code span. */
  get codeSpan(): string | undefined {
    return this.#open.code;
  }

  /** Starts a block, and returns its item and position. */
  begin(): {
    readonly item: ReplyItem<Call>;
    readonly place: Omit<Place, 'shown' | 'cut'>;
    readonly quoted: boolean;
  } {
    this.#noteSpeaker();
    const item = new ReplyItem<Call>('call');
    item.why = this.#line.refusal;
    item.after = this.#line.last;
    item.isIndented = this.fence === undefined && !this.#open.isWrapped && this.#line.beginsCode();
    this.quotes.openBeforeCall();
    const place = {
      beside: this.#prose,
      clean: item.why === undefined,
      fenced: this.fence !== undefined || item.isIndented,
      listed: this.#open.get(']') !== undefined,
    };
    this.#place(item);
    // The verdict releases this hold.
    item.holds++;
    return { item, place, quoted: this.#line.isQuotation };
  }

  /** Whether the block can be shown while it is being written, because it is a call whatever follows and everything before is shown. */
  claim(item: ReplyItem<Call>): boolean {
    if (item.shown > 0) return true;
    if (item.holds > (this.fence === undefined ? 1 : 2)) return false;
    if (!this.#doubts.hasAlone) this.#nesting.fence?.free();
    item.holds = 1;
    return this.items.isNext(item);
  }

  /** Applies the verdict to an item. Returns the mark of a fence that turns out to be text. */
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
    item.refused = verdict.refused;
    item.says = verdict.says;
    if (item.why !== undefined) item.refuse(item.why);
    this.#doubts.addCall(item);
    this.#line.call();
    this.#afterCall = true;
    this.hasCalled = true;
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

  /** Ends the fence, which is not part of the text unless text follows. */
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

  /** Drops everything so far, because it was a thought. */
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

  /** Adds text. Calls that must not be followed by text are then refused. */
  #say(piece: string): string | undefined {
    if (this.#line.before === '') this.#nesting.hold(this.#speaker.begin(this.isBeginning));
    this.#prose = true;
    this.#afterCall = false;
    this.#line.text(piece, false);
    this.#doubts.textFollows(piece);
    this.#open.spoil();
    const fence = this.#nesting.quoteFence();
    if (fence !== undefined) this.#speaker.drop();
    return fence;
  }

  /** If the line names a speaker, ends the model's turn: later calls are ignored. */
  #noteSpeaker(): void {
    const mark = this.#speaker.end(this.#line.before);
    if (mark !== undefined) this.#doubts.addMark(mark, false, 'turn');
  }
}
