import { THOUGHT_MARKS } from '../thought-tags.js';
import type { BlockScanner } from './grammar.js';
import type { ScanState } from './scan-state.js';
import { type FoundTag, TagMatcher } from './tag-matcher.js';
import { ThoughtReader } from './thought-reader.js';
import { BRACKET_MARKS, TURN_MARKS, turnMark } from './turn-marks.js';
import { TurnReader } from './turn-reader.js';

/** Reads the tags of a reply, and passes thought and turn tags to their readers. */
export class TagReader<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  readonly #openBlock: (opening: string) => void;
  readonly #openList: () => void;
  readonly #tags: readonly string[];
  readonly #thoughts: ThoughtReader<Call, Block>;
  readonly #turns: TurnReader<Call, Block>;
  #tag: TagMatcher | undefined;
  /** The text of another speaker's block that is being read. */
  #foreign = '';
  /** The number of open tags for struck-out text. */
  #strikes = 0;

  constructor(state: ScanState<Call, Block>, openBlock: (opening: string) => void, openList: () => void) {
    this.#state = state;
    this.#openBlock = openBlock;
    this.#openList = openList;
    this.#thoughts = new ThoughtReader(state);
    this.#turns = new TurnReader(state, this.#thoughts);
    const { tag, foreignTag, thoughtTags } = state.grammar;
    const own = [tag, foreignTag].filter((one) => one !== undefined);
    this.#tags = [...new Set([...own, ...thoughtTags, ...WRAPPERS, ...TURN_MARKS])];
  }

  begin(opener = '<'): void {
    this.#state.mode = 'tag';
    const mark = THOUGHT_MARKS.find((one) => one.opener === opener);
    if (mark === undefined) {
      this.#tag = new TagMatcher(this.#tags);
      return;
    }
    const names = opener === '[' ? [mark.name, ...BRACKET_MARKS] : [mark.name];
    this.#tag = new TagMatcher(names, opener, mark.closer);
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
    if (this.#turns.mode !== undefined) this.#turns.readTag(found, token);
    else if (this.#thoughts.isOpen) this.#readInThought(found, token);
    else if (this.#foreign !== '') this.#readInForeign(found, token);
    else this.#readInText(found, token);
    return at + 1;
  }

  #modeAround(): 'header' | 'pending' | 'thought' | 'foreign' | 'text' {
    if (this.#turns.mode !== undefined) return this.#turns.mode;
    if (this.#thoughts.isOpen) return 'thought';
    return this.#foreign === '' ? 'text' : 'foreign';
  }

  /** Skips to the end of a thought, another speaker's block, or a turn header. */
  skip(text: string, from: number): number {
    if (this.#thoughts.endsBefore(text.charAt(from))) return from;
    const isHeader = this.#turns.mode === 'header';
    if (isHeader && text.charAt(from) === '\n') {
      this.#keep('\n');
      return from + 1;
    }
    const opener = isHeader ? HEADER_END : OPENER;
    opener.lastIndex = from;
    const end = opener.exec(text)?.index ?? text.length;
    if (end > from) this.#keep(text.slice(from, end));
    if (end === text.length || text.charAt(end) === '\n' || this.#modeAround() === 'text') return end;
    this.begin(text.charAt(end));
    return end + 1;
  }

  /** Reads a character after a mark that ends a turn or a thought. */
  readPending(char: string, at: number): number {
    if (!this.#turns.awaitsTag(char)) return this.#turns.readPending(char) ? at + 1 : at;
    this.begin(char);
    return at + 1;
  }

  /** Called if the reply ends within a tag. Returns the tag if it starts a block. */
  finish(cut: boolean): string | undefined {
    const { token = '', name = '', isNamed = false } = this.#tag ?? {};
    const inside = this.#modeAround() !== 'text';
    this.#state.mode = 'text';
    if (inside || token.startsWith('[')) this.#keep(token);
    else if (isNamed && name === this.#state.grammar.tag) return token;
    else if (!cut) this.#state.say(token);
    return undefined;
  }

  /** Ends open thoughts and turns at the end of the reply. */
  finishAsides(): void {
    this.#turns.finishPending();
    this.#turns.finishHeader();
    this.#thoughts.finish();
  }

  /** Adds text that is not a tag to the surrounding construct. */
  #keep(token: string): void {
    if (this.#turns.mode !== undefined) this.#turns.keep(token);
    else if (this.#thoughts.isOpen) this.#thoughts.keep(token);
    else if (this.#foreign !== '') this.#foreign += token;
    else if (token.startsWith('[')) {
      this.#openList();
      if (token.length > 1) this.#state.say(token.slice(1));
    } else this.#state.say(token);
  }

  #readInText(found: FoundTag, token: string): void {
    const { structure, grammar } = this.#state;
    const { name, closing } = found;
    if (name === grammar.tag && !closing && structure.quotes.isInString) this.#state.say(token);
    else if (name === grammar.tag && !closing) this.#openBlock(token);
    else if (name === grammar.foreignTag && !closing) this.#readForeignTag(token);
    else if (name === grammar.tag || name === grammar.foreignTag) this.#state.say(token);
    else if (WRAPPERS.includes(name)) this.#readWrapper(found, token);
    else if (this.#isStrike(found)) this.#state.say(token);
    else if (TURN_MARKS.includes(name) || BRACKET_MARKS.includes(name))
      this.#turns.read(turnMark(found), token);
    else if (closing) this.#turns.readLoneEnd(token);
    else if (structure.fence !== undefined) this.#state.say(token);
    else this.#thoughts.open(token);
  }

  #readForeignTag(token: string): void {
    const { structure } = this.#state;
    if (structure.isCalling) this.#state.stopped = true;
    else if (structure.lineBlank) {
      this.#state.mode = 'foreign';
      this.#foreign = token;
    } else this.#state.say(token);
  }

  #readWrapper({ name, closing }: FoundTag, token: string): void {
    const { structure } = this.#state;
    const closer = `</${name}>`;
    if (closing) this.#state.enterFence(structure.closeWrapper(token, closer, WHOLE.includes(name)));
    else if (structure.isBeginning || (!WHOLE.includes(name) && structure.codeSpan === undefined))
      structure.openWrapper(token, closer);
    else this.#state.say(token);
  }

  /** Whether `<s>` strikes out text. `</s>` alone ends a sequence. */
  #isStrike({ name, closing }: FoundTag): boolean {
    if (name !== 's') return false;
    if (closing) return this.#strikes > 0 && this.#strikes-- > 0;
    if (!this.#state.structure.isBeginning) this.#strikes++;
    return true;
  }

  /** Reads a tag in a thought. If it is a turn mark that ends the thought, it is also processed as such. */
  #readInThought(found: FoundTag, token: string): void {
    const mark = this.#thoughts.read(found, token);
    if (mark !== undefined) this.#turns.read(mark, token, true);
  }

  #readInForeign({ name, closing }: FoundTag, token: string): void {
    if (!closing || name !== this.#state.grammar.foreignTag) {
      this.#keep(token);
      return;
    }
    this.#foreign = '';
    this.#state.mode = 'text';
    this.#state.structure.items.trim();
  }
}

/** Elements that models write around their calls, even next to other text. */
const LISTS = ['tool_calls', 'function_calls'];

/** Elements that models write around a whole reply. They only wrap calls if there is no other text. */
const WHOLE = 'json tool_call function_call call calls action decision answer output reply response'.split(
  ' ',
);

const WRAPPERS = [...LISTS, ...WHOLE];

const OPENER = /[<[◁]/g;
const HEADER_END = /[<\n]/g;
