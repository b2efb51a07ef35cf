import { type BlockScanner, type Grammar, type Place, THOUGHT_TAGS } from './grammar.js';
import type { ReplyItem } from './reply-items.js';
import { ReplyStructure } from './reply-structure.js';
import { type FoundTag, TagMatcher } from './tag-matcher.js';

type Mode = 'text' | 'tag' | 'run' | 'info' | 'brace' | 'block' | 'thought' | 'foreign' | 'fence';

/**
 * Takes a reply apart, piece by piece, in one pass: into text, thoughts, and the blocks of a protocol. A block in a thought, in
 * quotes, in code or within other brackets is none. The same machine reads a reply while it is streamed and when it is over.
 */
export class ReplyScanner<Call, Block extends BlockScanner> {
  thoughts = '';
  readonly #grammar: Grammar<Call, Block>;
  readonly #structure = new ReplyStructure<Call>();
  readonly #tags: readonly string[];
  #mode: Mode = 'text';
  #token = '';
  /** The first character of the token, and the first word in it. */
  #mark = '';
  #word = '';
  #tag: TagMatcher | undefined;
  #block: OpenBlock<Call, Block> | undefined;
  #thought: OpenThought | undefined;
  /** What others write, as far as it has come. */
  #foreign = '';
  /** The mark of the code fence that is no more than text. */
  #fence = '';
  /** No thought ends any more, so that what looks like the beginning of one within a line is text. */
  #endless = false;
  #stopped = false;
  /** Text that has to be read once more. */
  #again = '';

  constructor(grammar: Grammar<Call, Block>) {
    this.#grammar = grammar;
    this.#tags = [grammar.tag, grammar.foreignTag].filter((tag) => tag !== undefined).concat(THOUGHT_TAGS);
  }

  /** The text of the reply: what stands before its first call. */
  get text(): string {
    return this.#structure.items.said;
  }

  /** Once the reply is over. @param apart whether text may stand between calls */
  calls(apart: boolean): Call[] {
    return this.#structure.items.calls(apart);
  }

  push(text: string): string {
    this.#feed(text);
    this.#showBlock();
    return this.#structure.items.release();
  }

  /** @param cut whether the provider has cut the reply */
  end(cut = false): string {
    // Text that is read once more may leave something open as well; it ends, since each time less is read.
    do {
      const again = this.#again;
      this.#again = '';
      this.#feed(again);
      this.#finish(cut);
    } while (this.#again !== '');
    this.#structure.finish();
    return this.#structure.items.release();
  }

  /** Texts to be read once more are read before the rest, without copying it. What a broken provider gives instead of a text is none. */
  #feed(text: string): void {
    const pending = [{ text, at: 0 }];
    for (let current = pending.at(-1); current !== undefined; current = pending.at(-1)) {
      if (this.#stopped || !(current.at < current.text.length)) pending.pop();
      else current.at = this.#step(current.text, current.at);
      if (this.#again !== '') pending.push({ text: this.#again, at: 0 });
      this.#again = '';
    }
  }

  #step(text: string, at: number): number {
    switch (this.#mode) {
      case 'text':
        return this.#readText(text, at);
      case 'tag':
        return this.#readTag(text.charAt(at), at);
      case 'run':
        return this.#readRun(text.charAt(at), at);
      case 'info':
        return this.#readInfo(text.charAt(at), at);
      case 'brace':
        return this.#readBrace(text.charAt(at), at);
      case 'block':
        return this.#readBlock(text, at);
      case 'thought':
      case 'foreign':
        return this.#skip(text, at);
      case 'fence':
        return this.#readFence(text, at);
    }
  }

  #readText(text: string, from: number): number {
    SPECIAL.lastIndex = from;
    const at = SPECIAL.exec(text)?.index ?? text.length;
    if (at > from) this.#say(text.slice(from, at));
    // The text before may have ended a fence of blocks.
    return at === text.length || this.#mode !== 'text' ? at : this.#readSpecial(text.charAt(at), at + 1);
  }

  #readSpecial(char: string, next: number): number {
    const structure = this.#structure;
    const { braces } = this.#grammar;
    if (char === '\n') structure.newLine();
    else if (char === '<') this.#beginTag();
    else if (char === '`' || char === '~') this.#begin('run', char);
    else if (char === '{' && braces) this.#begin('brace', char);
    else if (char === '[' && braces) structure.openList();
    else if (char === ']' && braces) this.#enterFence(structure.closeList());
    else if (!braces && '{}[]'.includes(char)) this.#say(char);
    else this.#enterFence(structure.quote(char));
    return next;
  }

  #begin(mode: Mode, token = ''): void {
    this.#mode = mode;
    this.#token = token;
    this.#word = '';
    this.#mark = token.charAt(0);
  }

  #beginTag(): void {
    this.#begin('tag');
    this.#tag = new TagMatcher(this.#tags);
  }

  #say(piece: string): void {
    this.#enterFence(this.#structure.text(piece));
  }

  /** A fence of blocks has turned out to be one of text: the rest of it is. */
  #enterFence(mark: string | undefined): void {
    if (mark === undefined) return;
    this.#mode = 'fence';
    this.#fence = mark;
    this.#token = this.#structure.lineBlank ? '' : 'text';
  }

  // Tags.

  #readTag(char: string, at: number): number {
    const tag = this.#tag;
    const found = tag?.push(char) ?? false;
    if (found === true) return at + 1;
    const token = tag?.token ?? '';
    this.#begin(this.#thought !== undefined ? 'thought' : this.#foreign !== '' ? 'foreign' : 'text');
    if (found === false) {
      this.#keep(token);
      return at;
    }
    if (this.#thought !== undefined) this.#readTagInThought(found, token);
    else if (this.#foreign !== '') this.#readTagInForeign(found, token);
    else this.#readTagInText(found, token);
    return at + 1;
  }

  /** What was none stays what the text around it is. */
  #keep(token: string): void {
    if (this.#thought !== undefined) this.#thought.raw += token;
    else if (this.#foreign !== '') this.#foreign += token;
    else this.#say(token);
  }

  #readTagInText({ name, closing }: FoundTag, token: string): void {
    const { tag, foreignTag } = this.#grammar;
    const structure = this.#structure;
    if (name === tag && !closing) this.#openBlock(token);
    else if (name === foreignTag && !closing && structure.isCalling) this.#stopped = true;
    else if (name === foreignTag && !closing && structure.lineBlank) {
      this.#begin('foreign');
      this.#foreign = token;
    } else if (name === tag || name === foreignTag) this.#say(token);
    else if (closing) this.#endLoneThought(token);
    else if (structure.lineBlank || !(structure.inCode || this.#endless)) {
      this.#begin('thought');
      this.#thought = { raw: token, sure: structure.lineBlank };
    } else this.#say(token);
  }

  /** A thought whose opening tag is not in the reply. */
  #endLoneThought(token: string): void {
    if (this.#structure.inCode) {
      this.#say(token);
      return;
    }
    this.thoughts += this.#structure.items.said;
    this.#structure.clear();
  }

  #readTagInThought({ name, closing }: FoundTag, token: string): void {
    if (!closing || !THOUGHT_TAGS.includes(name)) {
      this.#keep(token);
      return;
    }
    this.thoughts += this.#thought?.raw.replace(/^<[^>]*>/, '').trim() ?? '';
    this.#thought = undefined;
    this.#begin('text');
    this.#structure.items.trim();
  }

  #readTagInForeign({ name, closing }: FoundTag, token: string): void {
    if (!closing || name !== this.#grammar.foreignTag) {
      this.#keep(token);
      return;
    }
    this.#foreign = '';
    this.#begin('text');
    this.#structure.items.trim();
  }

  /** In a thought, or in what others write: only its end counts. */
  #skip(text: string, from: number): number {
    const at = text.indexOf('<', from);
    const end = at === -1 ? text.length : at;
    if (end > from) this.#keep(text.slice(from, end));
    if (at === -1) return end;
    this.#beginTag();
    return end + 1;
  }

  // Code spans and fences.

  #readRun(char: string, at: number): number {
    if (char === this.#mark) {
      this.#token += char;
      return at + 1;
    }
    this.#endRun();
    return at;
  }

  #endRun(): void {
    const run = this.#token;
    const structure = this.#structure;
    this.#begin('text');
    const { fence } = structure;
    if (fence !== undefined) {
      if (run.startsWith(fence)) structure.closeFence(run);
      else this.#say(run);
    } else if (run.length > 2 && structure.lineBlank) this.#begin('info', run);
    else if (run.startsWith('`')) structure.code(run);
    else this.#say(run);
  }

  /** The rest of the line that opens a fence. */
  #readInfo(char: string, at: number): number {
    const isInline = char === (this.#grammar.braces ? '{' : '<') && this.#isShortInfo();
    if (char === '\n' || isInline) {
      this.#openFence(isInline ? '' : char);
      return isInline ? at : at + 1;
    }
    if (char === '`' && this.#mark === '`') {
      // No fence: a span of code.
      const run = FENCE.exec(this.#token)?.[0] ?? '';
      const info = this.#token.slice(run.length);
      this.#begin('text');
      this.#structure.code(run);
      this.#say(info);
      return at;
    }
    this.#token += char;
    return at + 1;
  }

  /** No more than the name of a language. */
  #isShortInfo(): boolean {
    return this.#token.length < MAX_INFO && /^[`~]+\s*\w*\s*$/.test(this.#token);
  }

  #openFence(rest: string): void {
    const opener = this.#token + rest;
    const mark = FENCE.exec(opener)?.[0] ?? '';
    this.#begin('text');
    if (this.#grammar.braces || !this.#structure.hasProse) {
      this.#structure.openFence(mark, opener);
      return;
    }
    this.#structure.text(opener);
    this.#enterFence(mark);
  }

  /** A fence of text, until a line with nothing but its mark. */
  #readFence(text: string, from: number): number {
    const structure = this.#structure;
    const newLine = text.indexOf('\n', from);
    const end = newLine === -1 ? text.length : newLine;
    this.#token += text.slice(from, end);
    if (end > from) structure.literal(text.slice(from, end));
    if (newLine === -1) return end;
    const closes = this.#closesFence();
    structure.newLine();
    this.#token = '';
    if (closes) this.#begin('text');
    return end + 1;
  }

  #closesFence(): boolean {
    const line = this.#token.trim();
    return line.startsWith(this.#fence) && line === this.#fence.charAt(0).repeat(line.length);
  }

  // Blocks.

  /** A brace begins a block where one of the names follows that such a block may begin with. */
  #readBrace(char: string, at: number): number {
    const word = this.#word;
    const isSpace = char.trim() === '';
    if (word === '' && /["'“/]/.test(char)) return this.#openBlock(this.#token, at);
    if ((isSpace || char === ':') && this.#grammar.names.includes(word))
      return this.#openBlock(this.#token, at);
    const grows = /\w/.test(char) && this.#mayBegin(word + char);
    if (grows || (isSpace && word === '')) {
      this.#token += char;
      if (grows) this.#word += char;
      return at + 1;
    }
    const inner = this.#token.slice(1);
    this.#begin('text');
    this.#enterFence(this.#structure.quote('{'));
    if (inner !== '') this.#say(inner);
    return at;
  }

  #mayBegin(name: string): boolean {
    return this.#grammar.names.some((one) => one.startsWith(name));
  }

  #openBlock(opening: string, at = 0): number {
    const { item, place, quoted } = this.#structure.begin();
    this.#block = { scanner: this.#grammar.open(opening), item, place, quoted };
    this.#begin('block');
    return at;
  }

  #readBlock(text: string, from: number): number {
    const { scanner } = this.#block ?? {};
    const end = scanner?.push(text, from) ?? from;
    if (scanner?.over !== false) this.#closeBlock(false);
    return end;
  }

  #closeBlock(cut: boolean): void {
    // Whatever can be shown of a block counts, also where it came in one piece.
    this.#showBlock();
    const block = this.#block;
    this.#block = undefined;
    this.#begin('text');
    if (block === undefined) return;
    const { scanner, item, place, quoted } = block;
    scanner.end();
    const shown = item.shown > 0;
    const verdict = quoted
      ? ({ as: 'text' } as const)
      : this.#grammar.judge(scanner, { ...place, shown, cut });
    const isMention = verdict.as === 'mention';
    const again = isMention ? verdict.again : scanner.rest;
    const raw = isMention ? scanner.raw.slice(0, scanner.raw.length - again.length) : scanner.raw;
    this.#enterFence(this.#structure.settle(item, raw, verdict));
    this.#again = again;
  }

  /** Shows of a block what can be shown of it while it is written. */
  #showBlock(): void {
    if (this.#block === undefined || this.#block.quoted) return;
    const { scanner, item, place } = this.#block;
    if (!place.clean || (place.fenced && place.beside) || !this.#grammar.streams(scanner)) return;
    if (this.#structure.claim(item)) this.#structure.items.show(item, this.#grammar.stream(scanner));
  }

  /** What is open at the end. */
  #finish(cut: boolean): void {
    const mode = this.#mode;
    if (mode === 'block') this.#closeBlock(cut);
    else if (mode === 'run') this.#endRun();
    else if (mode === 'fence') this.#begin('text');
    if (this.#mode === 'info' || mode === 'brace') this.#finishOpening(cut);
    else if (mode === 'tag') this.#finishTag(cut);
    if (cut && this.#structure.isFenceEmpty && !this.#structure.hasProse) this.#addStub('');
    if (this.#thought !== undefined) this.#finishThought();
  }

  /** A brace, or a fence without content. */
  #finishOpening(cut: boolean): void {
    const token = this.#token;
    this.#begin('text');
    if (cut && !this.#structure.hasProse) this.#addStub(token);
    else this.#say(token);
  }

  #finishTag(cut: boolean): void {
    const { token = '', name = '', isNamed = false } = this.#tag ?? {};
    const inside = this.#thought !== undefined || this.#foreign !== '';
    this.#begin('text');
    if (inside) this.#keep(token);
    else if (isNamed && name === this.#grammar.tag) this.#addStub(token);
    else if (!cut) this.#say(token);
  }

  #addStub(raw: string): void {
    const { item } = this.#structure.begin();
    this.#structure.settle(item, raw, { as: 'call', call: this.#grammar.stub(raw) });
  }

  #finishThought(): void {
    const { raw = '', sure = true } = this.#thought ?? {};
    this.#thought = undefined;
    this.#begin('text');
    if (sure) {
      this.thoughts += raw.replace(/^<[^>]*>/, '').trim();
      return;
    }
    this.#endless = true;
    this.#again = raw;
  }
}

interface OpenBlock<Call, Block> {
  readonly scanner: Block;
  readonly item: ReplyItem<Call>;
  readonly place: Omit<Place, 'shown' | 'cut'>;
  readonly quoted: boolean;
}

interface OpenThought {
  raw: string;
  /** It begins a line, so it is a thought even if it has no end. */
  readonly sure: boolean;
}

const SPECIAL = /[\n<`~{}[\]"'“”«»>]/g;
const MAX_INFO = 60;
const FENCE = /^(?:`+|~+)/;
