import type { BlockScanner, Place } from './grammar.js';
import type { ReplyItem } from './reply-items.js';
import type { ScanState } from './scan-state.js';

/** Reads the blocks of a protocol, and decides whether a brace starts a block. */
export class BlockReader<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  /** A brace and the text after it, up to the first word. */
  #token = '';
  #word = '';
  #block: OpenBlock<Call, Block> | undefined;

  constructor(state: ScanState<Call, Block>) {
    this.#state = state;
  }

  beginBrace(): void {
    this.#state.mode = 'brace';
    this.#token = '{';
    this.#word = '';
  }

  /** Reads the text after a brace, which starts a block if it is followed by a possible first member name. */
  readBrace(char: string, at: number): number {
    const { names } = this.#state.grammar;
    const word = this.#word;
    const isSpace = char.trim() === '';
    const isQuoted = word === '' && /["'“/]/.test(char);
    if (isQuoted || ((isSpace || char === ':') && names.includes(word.toLowerCase()))) {
      this.open(this.#token);
      return at;
    }
    const grows = /\w/.test(char) && names.some((one) => one.startsWith((word + char).toLowerCase()));
    if (!grows && !(isSpace && word === '')) {
      this.#sayBrace();
      return at;
    }
    this.#token += char;
    if (grows) this.#word += char;
    return at + 1;
  }

  open(opening: string): void {
    const { item, place, quoted } = this.#state.structure.begin();
    this.#block = { scanner: this.#state.grammar.open(opening), item, place, quoted };
    this.#state.mode = 'block';
  }

  read(text: string, from: number): number {
    const { scanner } = this.#block ?? {};
    const end = scanner?.push(text, from) ?? from;
    if (scanner?.over !== false) this.close(false);
    return end;
  }

  close(cut: boolean): void {
    // The verdict depends on whether text was shown, even if the block arrived in one chunk.
    this.show();
    const block = this.#block;
    this.#block = undefined;
    this.#state.mode = 'text';
    if (block === undefined) return;
    const { scanner, item, place, quoted } = block;
    const { grammar, structure } = this.#state;
    scanner.end();
    const shown = item.shown > 0;
    const verdict = quoted ? TEXT : grammar.judge(scanner, { ...place, shown, cut });
    const isMention = verdict.as === 'mention';
    const again = isMention ? verdict.again : scanner.rest;
    const raw = isMention ? scanner.raw.slice(0, scanner.raw.length - again.length) : scanner.raw;
    this.#state.enterFence(structure.settle(item, raw, verdict));
    this.#state.again = again;
  }

  /** Shows the block's text for the user while the model writes it. */
  show(): void {
    if (this.#block === undefined || this.#block.quoted) return;
    const { scanner, item, place } = this.#block;
    const { grammar, structure } = this.#state;
    if (!place.clean || (place.fenced && place.beside) || !grammar.streams(scanner)) return;
    if (structure.claim(item)) structure.items.show(item, grammar.stream(scanner));
  }

  /** Adds a call for a block that was truncated at its start. */
  addStub(raw: string): void {
    const { structure, grammar } = this.#state;
    const { item } = structure.begin();
    structure.settle(item, raw, { as: 'call', call: grammar.stub(raw) });
  }

  takeOpening(): string {
    this.#state.mode = 'text';
    return this.#token;
  }

  #sayBrace(): void {
    const state = this.#state;
    const inner = this.#token.slice(1);
    state.mode = 'text';
    state.enterFence(state.structure.quote('{'));
    if (inner !== '') state.say(inner);
  }
}

interface OpenBlock<Call, Block> {
  readonly scanner: Block;
  readonly item: ReplyItem<Call>;
  readonly place: Omit<Place, 'shown' | 'cut'>;
  readonly quoted: boolean;
}

const TEXT = { as: 'text' } as const;
