import type { BlockScanner, Grammar } from './grammar.js';
import { ReplyStructure } from './reply-structure.js';

/** What the next character of a reply is a part of. */
export type Mode =
  | 'text'
  | 'tag'
  | 'run'
  | 'info'
  | 'brace'
  | 'block'
  | 'thought'
  | 'foreign'
  | 'header'
  | 'pending'
  | 'fence';

/** What the readers of tags, fences and blocks share while they take a reply apart. */
export class ScanState<Call, Block extends BlockScanner> {
  readonly structure = new ReplyStructure<Call>();
  readonly grammar: Grammar<Call, Block>;
  mode: Mode = 'text';
  thoughts = '';
  /** Text that has to be read once more. */
  again = '';
  /** What follows does not count. */
  stopped = false;
  /** The mark of the code fence that is no more than text. */
  fence = '';
  /** The line within that fence, as far as it has come. */
  line = '';

  constructor(grammar: Grammar<Call, Block>) {
    this.grammar = grammar;
  }

  say(piece: string): void {
    this.enterFence(this.structure.text(piece));
  }

  /** A mark that is text, of which it is known what it means for calls behind it. */
  sayMark(mark: string): void {
    this.enterFence(this.structure.text(mark, true));
  }

  /** A fence of blocks has turned out to be one of text: the rest of it is. */
  enterFence(mark: string | undefined): void {
    if (mark === undefined) return;
    this.mode = 'fence';
    this.fence = mark;
    this.line = this.structure.lineBlank ? '' : 'text';
  }
}
