import { THOUGHT_MARKS } from '../thought-tags.js';
import type { BlockScanner } from './grammar.js';
import type { ScanState } from './scan-state.js';
import type { FoundTag } from './tag-matcher.js';
import { BRACKET_MARKS, type TurnMark, turnMark } from './turn-marks.js';

export class ThoughtReader<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  #thought: OpenThought | undefined;
  #mentions = 0;
  /** Whether no closing tag follows, so that an opening tag within a line is text. */
  #endless = false;

  constructor(state: ScanState<Call, Block>) {
    this.#state = state;
  }

  get isOpen(): boolean {
    return this.#thought !== undefined;
  }

  /** Opens a thought, unless the tag is in code. */
  open(opening: string): void {
    const { structure } = this.#state;
    const sure = structure.lineBlank;
    if (!sure && (structure.codeSpan !== undefined || this.#endless)) {
      this.#state.say(opening);
      return;
    }
    const mentioned = !sure && structure.mayMention;
    this.#state.mode = 'thought';
    this.#thought = { ...NO_THOUGHT, opening, sure, isBeginning: !structure.hasProse, mentioned };
  }

  openChannel(): void {
    this.#state.mode = 'thought';
    this.#thought = { ...NO_THOUGHT, sure: true, isBeginning: true, isChannel: true };
  }

  keep(piece: string): void {
    if (this.#thought !== undefined) keepInThought(this.#thought, piece);
  }

  /** Reads a tag in the thought. Returns a turn mark that ends the thought and starts something else. */
  read(found: FoundTag, token: string): TurnMark | undefined {
    const { isChannel = false, last = '', ticks = 0 } = this.#thought ?? {};
    const isTurnMark = isChannel && !BRACKET_MARKS.includes(found.name);
    const mark = isTurnMark ? turnMark(found) : undefined;
    const ends = isChannel ? mark !== undefined && mark !== 'content' : this.#isEnd(found);
    if (!ends) this.keep(token);
    else if (mark === undefined && last === '`' && ticks % 2 === 1 && this.#thought !== undefined)
      this.#thought.codeEnd = token;
    else {
      this.#end(token);
      if (mark === 'begin' || mark === 'channel' || mark === 'thought') return mark;
    }
    return undefined;
  }

  /** Whether a closing tag after a backtick ends the thought, because no other backtick follows. */
  endsBefore(next: string): boolean {
    const { codeEnd = '' } = this.#thought ?? {};
    if (this.#thought === undefined || codeEnd === '') return false;
    this.#thought.codeEnd = '';
    if (next !== '`') this.#end(codeEnd);
    else this.keep(codeEnd);
    return next !== '`';
  }

  /** Ends a thought without an opening tag: everything so far belongs to it. */
  endLone(): void {
    const { structure } = this.#state;
    this.#state.thoughts += structure.items.whole.trim();
    structure.clear();
  }

  /** Called at the end of the reply. */
  finish(): void {
    this.endsBefore('');
    if (this.#thought === undefined) return;
    const { opening, raw, sure, isBeginning } = this.#thought;
    this.#thought = undefined;
    this.#state.mode = 'text';
    // A line of the answer may start with a mention of the tag.
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

  #end(token: string): void {
    const { opening = '', raw = '', sure = true, mentioned = false } = this.#thought ?? {};
    this.#thought = undefined;
    this.#state.mode = 'text';
    const isMention = mentioned && /^ [^\n]* $/.test(raw);
    if (!sure && (isPlaceholder(raw) || isMention)) {
      this.#state.say(opening + raw + token);
      if (isMention) this.#state.structure.doubtNext();
      return;
    }
    this.#state.thoughts += raw.trim();
    this.#state.structure.items.trim();
  }

  #isEnd({ name, closing }: FoundTag): boolean {
    const isThought =
      this.#state.grammar.thoughtTags.includes(name) || THOUGHT_MARKS.some((mark) => mark.name === name);
    return closing && isThought;
  }
}

/** Whether the text is a placeholder for any thought. */
function isPlaceholder(raw: string): boolean {
  return /^\s*(?:\.{3}|…)?\s*$/.test(raw);
}

/** Limits the work, because the rest is read again after each mention. */
const MAX_MENTIONS = 8;

interface OpenThought {
  readonly opening: string;
  raw: string;
  /** The last character of the thought so far. */
  last: string;
  /** The number of backticks on the current line. */
  ticks: number;
  /** A closing tag after an open backtick. If a backtick directly follows, the tag is in code. */
  codeEnd: string;
  /** Whether no other text precedes the thought. */
  readonly isBeginning: boolean;
  /** Whether the tag starts a line, which makes it a thought even if it is never closed. */
  readonly sure: boolean;
  /** Whether the tags may only be mentioned in a sentence. */
  readonly mentioned: boolean;
  /** Whether the thought is a channel, which turn marks end. */
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
