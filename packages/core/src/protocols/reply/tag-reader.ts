import { THOUGHT_MARKS, THOUGHT_TAGS } from '../../thought-tags.js';
import type { BlockScanner } from './grammar.js';
import type { ScanState } from './scan-state.js';
import { type FoundTag, TagMatcher } from './tag-matcher.js';

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
  /** No thought ends any more, so that what looks like the beginning of one within a line is text. */
  #endless = false;

  constructor(state: ScanState<Call, Block>, openBlock: (opening: string) => void, openList: () => void) {
    this.#state = state;
    this.#openBlock = openBlock;
    this.#openList = openList;
    const { tag, foreignTag } = state.grammar;
    this.#tags = [tag, foreignTag].filter((one) => one !== undefined).concat(THOUGHT_TAGS);
  }

  begin(opener = '<'): void {
    this.#state.mode = 'tag';
    const mark = THOUGHT_MARKS.find((one) => one.opener === opener);
    this.#tag = mark ? new TagMatcher([mark.name], opener, mark.closer) : new TagMatcher(this.#tags);
  }

  read(char: string, at: number): number {
    const found = this.#tag?.push(char) ?? false;
    if (found === true) return at + 1;
    const token = this.#tag?.token ?? '';
    this.#state.mode = this.#thought !== undefined ? 'thought' : this.#foreign !== '' ? 'foreign' : 'text';
    if (found === false) {
      this.#keep(token);
      return at;
    }
    if (this.#thought !== undefined) this.#readInThought(found, token);
    else if (this.#foreign !== '') this.#readInForeign(found, token);
    else this.#readInText(found, token);
    return at + 1;
  }

  /** In a thought, or in what others write: only its end counts. */
  skip(text: string, from: number): number {
    OPENER.lastIndex = from;
    const end = OPENER.exec(text)?.index ?? text.length;
    if (end > from) this.#keep(text.slice(from, end));
    if (end === text.length) return end;
    this.begin(text.charAt(end));
    return end + 1;
  }

  /** The reply ends within a tag. Gives the tag where a block begins with it. */
  finish(cut: boolean): string | undefined {
    const { token = '', name = '', isNamed = false } = this.#tag ?? {};
    const inside = this.#thought !== undefined || this.#foreign !== '';
    this.#state.mode = 'text';
    if (inside || token === '[') this.#keep(token);
    else if (isNamed && name === this.#state.grammar.tag) return token;
    else if (!cut) this.#state.say(token);
    return undefined;
  }

  finishThought(): void {
    if (this.#thought === undefined) return;
    const { raw, sure } = this.#thought;
    this.#thought = undefined;
    this.#state.mode = 'text';
    if (sure) {
      this.#state.thoughts += contentOf(raw);
      return;
    }
    this.#endless = true;
    this.#state.again = raw;
  }

  /** What was none stays what the text around it is. */
  #keep(token: string): void {
    if (this.#thought !== undefined) this.#thought.raw += token;
    else if (this.#foreign !== '') this.#foreign += token;
    else if (token.startsWith('[')) {
      this.#openList();
      if (token.length > 1) this.#state.say(token.slice(1));
    } else this.#state.say(token);
  }

  #readInText({ name, closing }: FoundTag, token: string): void {
    const { structure, grammar } = this.#state;
    const { tag, foreignTag } = grammar;
    if (name === tag && !closing) this.#openBlock(token);
    else if (name === foreignTag && !closing && structure.isCalling) this.#state.stopped = true;
    else if (name === foreignTag && !closing && structure.lineBlank) {
      this.#state.mode = 'foreign';
      this.#foreign = token;
    } else if (name === tag || name === foreignTag) this.#state.say(token);
    else if (closing) this.#endLoneThought(token);
    else if (structure.lineBlank || !(structure.inCode || this.#endless)) {
      this.#state.mode = 'thought';
      this.#thought = { raw: token, sure: structure.lineBlank };
    } else this.#state.say(token);
  }

  /** A thought whose opening tag is not in the reply. */
  #endLoneThought(token: string): void {
    const { structure } = this.#state;
    if (structure.inCode || structure.opensQuote) {
      this.#state.say(token);
      return;
    }
    this.#state.thoughts += structure.items.whole.trim();
    structure.clear();
  }

  #readInThought({ name, closing }: FoundTag, token: string): void {
    if (!closing || !isThought(name)) {
      this.#keep(token);
      return;
    }
    this.#state.thoughts += contentOf(this.#thought?.raw ?? '');
    this.#thought = undefined;
    this.#endAside();
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

const OPENER = /[<[◁]/g;

function isThought(name: string): boolean {
  return THOUGHT_TAGS.includes(name) || THOUGHT_MARKS.some((mark) => mark.name === name);
}

interface OpenThought {
  raw: string;
  /** It begins a line, so it is a thought even if it has no end. */
  readonly sure: boolean;
}

/** What a thought is, without its opening tag. */
function contentOf(raw: string): string {
  return raw.replace(/^(?:<[^>]*>|\[THINK\]|◁think▷)/, '').trim();
}
