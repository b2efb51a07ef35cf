import type { BlockScanner } from './grammar.js';
import type { ScanState } from './scan-state.js';
import type { FoundTag } from './tag-matcher.js';
import type { ThoughtReader } from './thought-reader.js';
import { HARMONY, type TurnMark, turnMark } from './turn-marks.js';

/** Reads the marks between turns, and the marks that end a thought without an opening tag. */
export class TurnReader<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  readonly #thoughts: ThoughtReader<Call, Block>;
  #header: TurnHeader | undefined;
  #pending: PendingMark | undefined;

  constructor(state: ScanState<Call, Block>, thoughts: ThoughtReader<Call, Block>) {
    this.#state = state;
    this.#thoughts = thoughts;
  }

  /** The open part: a header, or a mark whose meaning depends on the next character. */
  get mode(): 'header' | 'pending' | undefined {
    if (this.#header !== undefined) return 'header';
    return this.#pending === undefined ? undefined : 'pending';
  }

  /** @param isNext whether the mark directly follows the end of the previous turn or thought */
  read(mark: TurnMark | undefined, token: string, isNext = false): void {
    const { structure } = this.#state;
    const begins = isNext || structure.isBeginning || structure.lineBlank || !structure.mayMention;
    if (structure.isFenceEmpty) this.#state.sayMark(token);
    else if (mark === undefined || this.#isQuoted()) this.#sayDoubtful(token, mark === 'thought-end');
    else if (structure.isCalling) this.#state.stopped = true;
    else if (mark === 'thought-end') this.readLoneEnd(token);
    else if (mark === 'answer' && begins) structure.continueTurn();
    else if (structure.isBeginning && (mark === 'start' || /assistant/i.test(token)))
      structure.continueTurn();
    else if (begins && mark === 'thought') this.#thoughts.openChannel();
    else if (mark === 'end') this.#wait('end', token, structure.mayMention);
    else if ((mark === 'begin' || mark === 'channel') && begins) {
      this.#header = new TurnHeader(mark, token);
      this.#state.mode = 'header';
    } else this.#sayDoubtful(token);
  }

  /** Reads a closing tag without an opening tag: the end of a thought, or a mention in a sentence. */
  readLoneEnd(token: string): void {
    const { structure } = this.#state;
    if (this.#isQuoted()) this.#sayDoubtful(token, true);
    else if (structure.mayMention && !structure.isBeginning && !structure.hasCalled)
      this.#wait('lone', token, true);
    else this.#thoughts.endLone();
  }

  /** Reads a tag in a header, or after a mark whose meaning depends on it. */
  readTag(found: FoundTag, token: string): void {
    if (this.#header !== undefined) this.#readInHeader(found, token);
    else this.#readBehindEnd(found, token);
  }

  /** Reads text in a header, or after a mark whose meaning depends on it. */
  keep(piece: string): void {
    if (this.#header !== undefined) this.#keepInHeader(this.#header, piece);
    else if (this.#pending !== undefined) this.#settle(this.#pending, piece);
  }

  /** Whether the meaning of the preceding mark depends on a tag that may start here. */
  awaitsTag(char: string): boolean {
    return char === '<' && this.#pending?.kind === 'end';
  }

  /** Whether a character belongs to the preceding mark. */
  readPending(char: string): boolean {
    const found = this.#pending?.push(char);
    if (this.#pending === undefined || found === undefined) return true;
    this.#settle(this.#pending, '', found === 'mention');
    return false;
  }

  /** Called if the reply ends after such a mark. */
  finishPending(): void {
    if (this.#pending !== undefined) this.#settle(this.#pending, '', false);
  }

  /** Called if the reply ends within a header. */
  finishHeader(): void {
    if (this.#header !== undefined) this.#state.mode = 'text';
    this.#header = undefined;
  }

  #isQuoted(): boolean {
    const { structure } = this.#state;
    return structure.codeSpan !== undefined || structure.quotes.isBeginning || structure.quotes.isInString;
  }

  /** Adds a mark that is text if the surrounding marks are closed, and has an unknown meaning otherwise. */
  #sayDoubtful(token: string, concernsAll = false): void {
    this.#state.structure.doubt(concernsAll);
    this.#state.sayMark(token);
  }

  #wait(kind: PendingMark['kind'], token: string, mayBeMention: boolean): void {
    this.#pending = new PendingMark(kind, token, mayBeMention);
    this.#state.mode = 'pending';
  }

  #settle(pending: PendingMark, follows: string, isMention = pending.mayBeMention): void {
    this.#pending = undefined;
    this.#state.mode = 'text';
    if (isMention) this.#sayMention(pending, follows);
    else if (pending.kind === 'end') this.#state.stopped = true;
    else this.#thoughts.endLone();
  }

  #sayMention({ kind, text }: PendingMark, follows: string): void {
    // The text after it may be the turn of another speaker.
    if (text.startsWith('[') && kind === 'end') this.#state.structure.doubt();
    this.#state.sayMark(text);
    if (kind === 'lone') this.#state.structure.doubtNext();
    if (follows !== '') this.#state.say(follows);
  }

  /** Reads a tag after the end of a message. In OpenAI's harmony format, a turn may contain several messages. */
  #readBehindEnd(found: FoundTag, token: string): void {
    const mark = turnMark(found);
    if (mark === 'end') return;
    this.#pending = undefined;
    this.#state.mode = 'text';
    if (HARMONY.has(found.name)) this.read(mark, token, true);
    else this.#state.stopped = true;
  }

  #readInHeader(found: FoundTag, token: string): void {
    const mark = turnMark(found);
    if (mark === 'content' || mark === 'channel') this.#endHeader();
    if (mark === 'content') return;
    if (this.#header !== undefined) this.#keepInHeader(this.#header, token);
    else if (this.#thoughts.isOpen) this.#thoughts.keep(token);
    else this.read(mark, token);
  }

  #keepInHeader(header: TurnHeader, piece: string): void {
    if (header.push(piece)) return;
    if (!header.isText) {
      this.#endHeader();
      return;
    }
    this.#header = undefined;
    this.#state.mode = 'text';
    this.#state.say(header.opening);
    this.#state.again = header.content;
  }

  #endHeader(): void {
    const kind = this.#header?.kind;
    this.#header = undefined;
    this.#state.mode = 'text';
    if (kind === 'others') this.#state.stopped = true;
    else if (kind === 'thought') this.#thoughts.openChannel();
    else this.#state.structure.continueTurn();
  }
}

/** The text between two turn marks, which names the speaker or the channel. */
class TurnHeader {
  readonly opening: string;
  content = '';
  readonly #isChannel: boolean;

  constructor(mark: TurnMark, opening: string) {
    this.#isChannel = mark === 'channel';
    this.opening = opening;
  }

  /** Reads a chunk. Returns false once the header is too long or its line has ended. */
  push(piece: string): boolean {
    this.content += piece;
    return this.content.length <= MAX_HEADER && !(piece.includes('\n') && !this.#isChannel);
  }

  /** Whether the text is too long for a header. */
  get isText(): boolean {
    return this.content.length > MAX_HEADER;
  }

  /** Whether the header introduces text for the user, a thought, or an invented turn of another speaker. */
  get kind(): 'answer' | 'thought' | 'others' {
    const [word = ''] = this.content.trim().split(/[\s<]/);
    if (!this.#isChannel) return /^(?:assistant|model)?$/i.test(word) ? 'answer' : 'others';
    // A message to a tool is not for the user.
    const isForUser = /^(?:final|commentary)$/i.test(word) && !/\bto=/.test(this.content);
    return isForUser ? 'answer' : 'thought';
  }
}

const MAX_HEADER = 100;

/** A mark that ends a turn or a thought, unless a sentence mentions it. The next character on its line determines which. */
class PendingMark {
  /** `end` ends the model's turn; `lone` ends a thought without an opening tag. */
  readonly kind: 'end' | 'lone';
  /** The mark and the whitespace after it. */
  text: string;
  mayBeMention: boolean;
  readonly #length: number;

  constructor(kind: PendingMark['kind'], token: string, mayBeMention: boolean) {
    this.kind = kind;
    this.text = token;
    this.mayBeMention = mayBeMention;
    this.#length = token.length;
  }

  /** Reads the next character and returns the meaning of the mark; undefined if it is still unknown. */
  push(char: string): 'mention' | 'mark' | undefined {
    if (char === '\n') this.mayBeMention = false;
    else if (char.trim() !== '') return this.#judge(char);
    if (!this.mayBeMention) return this.kind === 'lone' ? 'mark' : undefined;
    this.text += char;
    return undefined;
  }

  #judge(char: string): 'mention' | 'mark' {
    // The mark is the text of a link.
    if (char === '(' && this.text.endsWith(']')) return 'mention';
    const isApart = this.text.length > this.#length || AFTER.test(char);
    return this.mayBeMention && isApart ? 'mention' : 'mark';
  }
}

/** Characters that may directly follow a mentioned mark. */
const AFTER = /[.,;:!?)\]}"'`“”«»」』|*_…\\]/;
