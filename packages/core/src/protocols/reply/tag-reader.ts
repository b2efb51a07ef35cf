import { THOUGHT_MARKS } from '../thought-tags.js';
import type { BlockScanner } from './grammar.js';
import { PendingMark } from './pending-mark.js';
import type { ScanState } from './scan-state.js';
import { type FoundTag, TagMatcher } from './tag-matcher.js';
import { BRACKET_MARKS, HARMONY, TURN_MARKS, TurnHeader, type TurnMark, turnMark } from './turn-marks.js';
import { isWhole, WRAPPERS } from './wrappers.js';

/** Reads the tags of a reply, and what thoughts and results of others have in them. */
export class TagReader<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  readonly #openBlock: (opening: string) => void;
  readonly #openList: () => void;
  readonly #tags: readonly string[];
  #tag: TagMatcher | undefined;
  #thought: OpenThought | undefined;
  /** What others write, as far as it has come. */
  #foreign = '';
  #header: TurnHeader | undefined;
  #pending: PendingMark | undefined;
  #mentions = 0;
  /** How many tags of struck out text are open. */
  #strikes = 0;
  /** No thought ends any more, so that what looks like the beginning of one within a line is text. */
  #endless = false;

  constructor(state: ScanState<Call, Block>, openBlock: (opening: string) => void, openList: () => void) {
    this.#state = state;
    this.#openBlock = openBlock;
    this.#openList = openList;
    const { tag, foreignTag, thoughtTags } = state.grammar;
    const own = [tag, foreignTag].filter((one) => one !== undefined);
    this.#tags = [...new Set([...own, ...thoughtTags, ...WRAPPERS, ...TURN_MARKS])];
  }

  begin(opener = '<'): void {
    this.#state.mode = 'tag';
    const mark = THOUGHT_MARKS.find((one) => one.opener === opener);
    const names = mark && (opener === '[' ? [mark.name, ...BRACKET_MARKS] : [mark.name]);
    this.#tag = names ? new TagMatcher(names, opener, mark.closer) : new TagMatcher(this.#tags);
  }

  read(char: string, at: number): number {
    const found = this.#tag?.push(char) ?? false;
    if (found === true) return at + 1;
    const token = this.#tag?.token ?? '';
    this.#state.mode = this.#modeAround();
    if (found === false) {
      this.#keep(token);
      return at;
    }
    if (this.#header !== undefined) this.#readInHeader(found, token);
    else if (this.#pending !== undefined) this.#readBehindEnd(found, token);
    else if (this.#thought !== undefined) this.#readInThought(found, token);
    else if (this.#foreign !== '') this.#readInForeign(found, token);
    else this.#readInText(found, token);
    return at + 1;
  }

  #modeAround(): 'header' | 'pending' | 'thought' | 'foreign' | 'text' {
    if (this.#header !== undefined) return 'header';
    if (this.#pending !== undefined) return 'pending';
    if (this.#thought !== undefined) return 'thought';
    return this.#foreign === '' ? 'text' : 'foreign';
  }

  /** In a thought, in what others write, or between marks of a turn: only its end counts. */
  skip(text: string, from: number): number {
    const codeEnd = this.#thought?.codeEnd ?? '';
    if (this.#thought !== undefined && codeEnd !== '') {
      this.#thought.codeEnd = '';
      if (text.charAt(from) === '`') this.#keep(codeEnd);
      else {
        this.#endThought(undefined, codeEnd);
        return from;
      }
    }
    if (this.#header !== undefined && text.charAt(from) === '\n') {
      this.#keep('\n');
      return from + 1;
    }
    const opener = this.#header === undefined ? OPENER : HEADER_END;
    opener.lastIndex = from;
    const end = opener.exec(text)?.index ?? text.length;
    if (end > from) this.#keep(text.slice(from, end));
    if (end === text.length || text.charAt(end) === '\n' || this.#modeAround() === 'text') return end;
    this.begin(text.charAt(end));
    return end + 1;
  }

  /** The reply ends within a tag. Gives the tag where a block begins with it. */
  finish(cut: boolean): string | undefined {
    const { token = '', name = '', isNamed = false } = this.#tag ?? {};
    const inside = this.#modeAround() !== 'text';
    this.#state.mode = 'text';
    if (inside || token.startsWith('[')) this.#keep(token);
    else if (isNamed && name === this.#state.grammar.tag) return token;
    else if (!cut) this.#state.say(token);
    return undefined;
  }

  finishThought(): void {
    if (this.#header !== undefined) this.#state.mode = 'text';
    this.#header = undefined;
    if (this.#thought !== undefined && this.#thought.codeEnd !== '')
      this.#endThought(undefined, this.#thought.codeEnd);
    if (this.#thought === undefined) return;
    const { opening, raw, sure, isBeginning } = this.#thought;
    this.#thought = undefined;
    this.#state.mode = 'text';
    // A line of the answer may begin with the tag that it speaks of.
    const isMention =
      !sure || (!isBeginning && /^[^\S\n]*[^\s{<]/.test(raw) && this.#mentions++ < MAX_MENTIONS);
    if (!isMention) {
      this.#state.thoughts += raw.trim();
      return;
    }
    this.#endless = true;
    this.#state.say(opening);
    this.#state.again = raw;
  }

  /** What was none stays what the text around it is. */
  #keep(token: string): void {
    if (this.#header !== undefined) this.#keepInHeader(this.#header, token);
    else if (this.#pending !== undefined) this.#settlePending(this.#pending, token);
    else if (this.#thought !== undefined) keepInThought(this.#thought, token);
    else if (this.#foreign !== '') this.#foreign += token;
    else if (token.startsWith('[')) {
      this.#openList();
      if (token.length > 1) this.#state.say(token.slice(1));
    } else this.#state.say(token);
  }

  #readInText({ name, closing }: FoundTag, token: string): void {
    const { structure, grammar } = this.#state;
    const { tag, foreignTag } = grammar;
    if (name === tag && !closing && structure.isInString) this.#state.say(token);
    else if (name === tag && !closing) this.#openBlock(token);
    else if (name === foreignTag && !closing && structure.isCalling) this.#state.stopped = true;
    else if (name === foreignTag && !closing && structure.lineBlank) {
      this.#state.mode = 'foreign';
      this.#foreign = token;
    } else if (name === tag || name === foreignTag) this.#state.say(token);
    else if (WRAPPERS.includes(name)) this.#readWrapper({ name, closing }, token);
    else if (this.#isStrike({ name, closing })) this.#state.say(token);
    else if (TURN_MARKS.includes(name) || BRACKET_MARKS.includes(name)) this.#readTurnMark(turnMark({ name, closing }), token);
    else if (closing) this.#readLoneEnd(token);
    else if (structure.fence !== undefined) this.#state.say(token);
    else if (structure.lineBlank || !(structure.codeSpan !== undefined || this.#endless)) {
      this.#state.mode = 'thought';
      const sure = structure.lineBlank;
      const mentioned = !sure && structure.mayMention;
      this.#thought = {
        ...NO_THOUGHT,
        opening: token,
        sure,
        isBeginning: !structure.hasProse,
        isChannel: false,
        mentioned,
      };
    } else this.#state.say(token);
  }

  #readWrapper({ name, closing }: FoundTag, token: string): void {
    const { structure } = this.#state;
    const closer = `</${name}>`;
    if (closing) this.#state.enterFence(structure.closeWrapper(token, closer, isWhole(name)));
    else if (structure.isBeginning || (!isWhole(name) && structure.codeSpan === undefined))
      structure.openWrapper(token, closer);
    else this.#state.say(token);
  }

  /** The tag of struck out text, which is the mark at the end of a text as well. */
  #isStrike({ name, closing }: FoundTag): boolean {
    if (name !== 's') return false;
    if (closing) return this.#strikes > 0 && this.#strikes-- > 0;
    if (!this.#state.structure.isBeginning) this.#strikes++;
    return true;
  }

  #readTurnMark(mark: TurnMark | undefined, token: string, isNext = false): void {
    const { structure } = this.#state;
    const isText = structure.codeSpan !== undefined || structure.opensQuote || structure.isInString;
    const begins = isNext || structure.isBeginning || structure.lineBlank || !structure.mayMention;
    if (structure.isFenceEmpty) this.#state.sayMark(token);
    else if (mark === undefined || isText) this.#sayDoubtful(token, mark === 'thought-end');
    else if (structure.isCalling) this.#state.stopped = true;
    else if (mark === 'thought-end') this.#readLoneEnd(token);
    else if (mark === 'start' && structure.isBeginning) return;
    else if (begins && mark === 'answer') structure.continueTurn();
    else if (begins && mark === 'thought') this.#openChannel();
    else if (mark === 'end') this.#wait('end', token, structure.mayMention);
    else if ((mark === 'begin' || mark === 'channel') && begins) {
      this.#header = new TurnHeader(mark, token);
      this.#state.mode = 'header';
    } else this.#sayDoubtful(token);
  }

  /** A mark that is text where what surrounds it is closed, and else of unknown meaning. */
  #sayDoubtful(token: string, concernsAll = false): void {
    this.#state.structure.doubt(concernsAll);
    this.#state.sayMark(token);
  }

  #wait(kind: PendingMark['kind'], token: string, mayBeMention: boolean): void {
    this.#pending = new PendingMark(kind, token, mayBeMention);
    this.#state.mode = 'pending';
  }

  /** Behind a mark that ends a turn or a thought. */
  readPending(char: string, at: number): number {
    const pending = this.#pending;
    if (pending === undefined) return at + 1;
    if (char === '<' && pending.kind === 'end') {
      this.begin(char);
      return at + 1;
    }
    const found = pending.push(char);
    if (found === undefined) return at + 1;
    this.#settlePending(pending, '', found === 'mention');
    return at;
  }

  /** The reply ends behind such a mark. */
  finishPending(): void {
    if (this.#pending !== undefined) this.#settlePending(this.#pending, '', false);
  }

  #settlePending(pending: PendingMark, follows: string, isMention = pending.mayBeMention): void {
    this.#pending = undefined;
    this.#state.mode = 'text';
    if (isMention) this.#sayMention(pending, follows);
    else if (pending.kind === 'end') this.#state.stopped = true;
    else this.#endLoneThought();
  }

  #sayMention({ kind, text }: PendingMark, follows: string): void {
    // Words behind it may be those of another's turn.
    if (text.startsWith('[') && kind === 'end') this.#state.structure.doubt();
    this.#state.sayMark(text);
    if (kind === 'lone') this.#state.structure.doubtNext();
    if (follows !== '') this.#state.say(follows);
  }

  /** In OpenAI's harmony format one turn may have several messages. */
  #readBehindEnd(found: FoundTag, token: string): void {
    const mark = turnMark(found);
    if (mark === 'end') return;
    this.#pending = undefined;
    this.#state.mode = 'text';
    if (HARMONY.has(found.name)) this.#readTurnMark(mark, token, true);
    else this.#state.stopped = true;
  }

  #readInHeader(found: FoundTag, token: string): void {
    const mark = turnMark(found);
    if (mark === 'content' || mark === 'channel') this.#endHeader();
    if (mark === 'channel' && this.#modeAround() === 'text') this.#readTurnMark(mark, token);
    else if (mark !== 'content') this.#keep(token);
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
    else if (kind === 'thought') this.#openChannel();
    else this.#state.structure.continueTurn();
  }

  #openChannel(): void {
    this.#state.mode = 'thought';
    this.#thought = { ...NO_THOUGHT, sure: true, isBeginning: true, isChannel: true };
  }

  /** The end of a thought whose opening tag is not in the reply, or a tag that a sentence speaks of. */
  #readLoneEnd(token: string): void {
    const { structure } = this.#state;
    if (structure.codeSpan !== undefined || structure.opensQuote || structure.isInString)
      this.#sayDoubtful(token, true);
    else if (structure.mayMention && !structure.isBeginning && !structure.hasCalled)
      this.#wait('lone', token, true);
    else this.#endLoneThought();
  }

  #endLoneThought(): void {
    const { structure } = this.#state;
    this.#state.thoughts += structure.items.whole.trim();
    structure.clear();
  }

  #readInThought(found: FoundTag, token: string): void {
    const isTurnMark = this.#thought?.isChannel === true && !BRACKET_MARKS.includes(found.name);
    const mark = isTurnMark ? turnMark(found) : undefined;
    const ends =
      this.#thought?.isChannel === true
        ? mark !== undefined && mark !== 'content'
        : this.#isThoughtEnd(found);
    if (!ends) {
      this.#keep(token);
      return;
    }
    if (mark === undefined && this.#thought?.last === '`' && this.#thought.ticks % 2 === 1)
      this.#thought.codeEnd = token;
    else this.#endThought(mark, token);
  }

  #endThought(mark: TurnMark | undefined, token: string): void {
    const { opening = '', raw = '', sure = true, mentioned = false } = this.#thought ?? {};
    this.#thought = undefined;
    const isMention = mentioned && /^ [^\n]* $/.test(raw);
    if (!sure && (isPlaceholder(raw) || isMention)) {
      this.#state.mode = 'text';
      this.#state.say(opening + raw + token);
      if (isMention) this.#state.structure.doubtNext();
      return;
    }
    this.#state.thoughts += raw.trim();
    this.#endAside();
    if (mark === 'begin' || mark === 'channel' || mark === 'thought') this.#readTurnMark(mark, token, true);
  }

  #isThoughtEnd({ name, closing }: FoundTag): boolean {
    const isThought =
      this.#state.grammar.thoughtTags.includes(name) || THOUGHT_MARKS.some((mark) => mark.name === name);
    return closing && isThought;
  }

  #readInForeign({ name, closing }: FoundTag, token: string): void {
    if (!closing || name !== this.#state.grammar.foreignTag) {
      this.#keep(token);
      return;
    }
    this.#foreign = '';
    this.#endAside();
  }

  #endAside(): void {
    this.#state.mode = 'text';
    this.#state.structure.items.trim();
  }
}

/** What stands for any thought. */
function isPlaceholder(raw: string): boolean {
  return /^\s*(?:\.{3}|…)?\s*$/.test(raw);
}

/** Each mention makes the rest to be read once more. */
const MAX_MENTIONS = 8;
const OPENER = /[<[◁]/g;
const HEADER_END = /[<\n]/g;

interface OpenThought {
  readonly opening: string;
  raw: string;
  /** Its last character. */
  last: string;
  /** How many backticks stand on its line so far. */
  ticks: number;
  /** A closing tag behind a backtick that is open: another one directly behind it makes it code. */
  codeEnd: string;
  /** No other text stands before it. */
  readonly isBeginning: boolean;
  /** It begins a line, so it is a thought even if it has no end. */
  readonly sure: boolean;
  /** A sentence may speak of its tags. */
  readonly mentioned: boolean;
  /** It is a channel of its own, so that marks of turns end it. */
  readonly isChannel: boolean;
}

const NO_THOUGHT: OpenThought = {
  opening: '',
  raw: '',
  last: '',
  ticks: 0,
  codeEnd: '',
  isBeginning: false,
  sure: false,
  mentioned: false,
  isChannel: false,
};

function keepInThought(thought: OpenThought, piece: string): void {
  thought.raw += piece;
  thought.last = piece.slice(-1) || thought.last;
  const newLine = piece.lastIndexOf('\n');
  const ticks = piece.slice(newLine + 1).split('`').length - 1;
  thought.ticks = newLine === -1 ? thought.ticks + ticks : ticks;
}
