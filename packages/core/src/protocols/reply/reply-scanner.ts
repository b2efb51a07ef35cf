import { BlockReader } from './block-reader.js';
import { FenceReader } from './fence-reader.js';
import type { BlockScanner, Grammar } from './grammar.js';
import { QUOTE_MARKS } from './quotes.js';
import { ScanState } from './scan-state.js';
import { TagReader } from './tag-reader.js';

/**
 * Splits a streamed or complete reply into text, thoughts and the blocks of a protocol, chunk by chunk in one pass. A block inside a
 * thought, quotes, code or other brackets is text.
 */
export class ReplyScanner<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  readonly #blocks: BlockReader<Call, Block>;
  readonly #fences: FenceReader<Call, Block>;
  readonly #tags: TagReader<Call, Block>;

  constructor(grammar: Grammar<Call, Block>) {
    this.#state = new ScanState(grammar);
    this.#blocks = new BlockReader(this.#state);
    this.#fences = new FenceReader(this.#state);
    this.#tags = new TagReader(
      this.#state,
      (opening) => this.#blocks.open(opening),
      () => this.#state.structure.openList(),
    );
  }

  get thoughts(): string {
    return this.#state.thoughts;
  }

  /** The text before the first call. */
  get text(): string {
    return this.#state.structure.items.said;
  }

  /** The text after the first call. Complete once the reply has ended. */
  get behind(): string {
    return this.#state.structure.items.behind;
  }

  /** All calls. Complete once the reply has ended. */
  get calls(): Call[] {
    return this.#state.structure.items.calls;
  }

  push(text: string): string {
    this.#feed(text);
    this.#blocks.show();
    return this.#state.structure.items.release();
  }

  /** @param cut whether the provider truncated the reply */
  end(cut = false): string {
    const state = this.#state;
    // Text that is read again may leave something open again. The loop ends because the text gets shorter each time.
    do {
      const { again } = state;
      state.again = '';
      this.#feed(again);
      this.#finish(cut);
    } while (state.again !== '');
    state.structure.finish();
    return state.structure.items.release();
  }

  /** Reads a chunk. Text that must be read again comes first and is not copied. Ignores values that are not strings. */
  #feed(text: string): void {
    const state = this.#state;
    const pending = [{ text, at: 0 }];
    for (let current = pending.at(-1); current !== undefined; current = pending.at(-1)) {
      if (state.stopped || !(current.at < current.text.length)) pending.pop();
      else current.at = this.#step(current.text, current.at);
      if (state.again !== '') pending.push({ text: state.again, at: 0 });
      state.again = '';
    }
  }

  #step(text: string, at: number): number {
    switch (this.#state.mode) {
      case 'text':
        return this.#readText(text, at);
      case 'tag':
        return this.#tags.read(text.charAt(at), at);
      case 'run':
        return this.#fences.readRun(text.charAt(at), at);
      case 'info':
        return this.#fences.readInfo(text.charAt(at), at);
      case 'brace':
        return this.#blocks.readBrace(text.charAt(at), at);
      case 'block':
        return this.#blocks.read(text, at);
      case 'thought':
      case 'foreign':
      case 'header':
        return this.#tags.skip(text, at);
      case 'pending':
        return this.#tags.readPending(text.charAt(at), at);
      case 'fence':
        return this.#fences.readFence(text, at);
    }
  }

  #readText(text: string, from: number): number {
    SPECIAL.lastIndex = from;
    const at = SPECIAL.exec(text)?.index ?? text.length;
    if (at > from) this.#state.say(text.slice(from, at));
    // The preceding text may have turned a fence of blocks into text.
    if (at === text.length || this.#state.mode !== 'text') return at;
    this.#readSpecial(text.charAt(at));
    return at + 1;
  }

  #readSpecial(char: string): void {
    const { structure, grammar } = this.#state;
    if (char === '\n') structure.newLine();
    else if (char === '<' || char === '[' || char === '◁') this.#tags.begin(char);
    else if (char === '`' || char === '~') this.#fences.begin(char);
    else if (char === '{' && grammar.braces) this.#blocks.beginBrace();
    else if (char === ']') this.#state.enterFence(structure.closeList());
    else this.#state.enterFence(structure.quote(char));
  }

  /** Closes everything that is open at the end. */
  #finish(cut: boolean): void {
    const state = this.#state;
    const { structure } = state;
    const { mode } = state;
    if (mode === 'block') this.#blocks.close(cut);
    else if (mode === 'run') this.#fences.endRun();
    else if (mode === 'fence') state.mode = 'text';
    if (state.mode === 'info') this.#finishOpening(this.#fences.takeOpening(), cut);
    else if (mode === 'brace') this.#finishOpening(this.#blocks.takeOpening(), cut);
    else if (mode === 'tag') this.#finishTag(cut);
    if (cut && structure.isFenceEmpty && !structure.hasProse) this.#blocks.addStub('');
    this.#tags.finishAsides();
  }

  /** Ends an open brace, or a fence without content. */
  #finishOpening(token: string, cut: boolean): void {
    if (cut && !this.#state.structure.hasProse) this.#blocks.addStub(token);
    else this.#state.say(token);
  }

  #finishTag(cut: boolean): void {
    const opening = this.#tags.finish(cut);
    if (opening !== undefined) this.#blocks.addStub(opening);
  }
}

const SPECIAL = new RegExp(`[\\n<◁\`~{}[\\]"'${QUOTE_MARKS}>]`, 'g');
