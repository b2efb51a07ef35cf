import type { BlockScanner, Grammar } from './grammar.js';
import { ReplyStructure } from './reply-structure.js';

/** What the next character of a reply belongs to. */
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

/** The state that the readers of tags, fences and blocks share. */
export class ScanState<Call, Block extends BlockScanner> {
  readonly structure = new ReplyStructure<Call>();
  readonly grammar: Grammar<Call, Block>;
  mode: Mode = 'text';
  thoughts = '';
  /** Text that has to be read once more. */
  again = '';
  /** The rest of the reply does not count. */
  stopped = false;
  /** The mark of the open fence of text. */
  fence = '';
  /** The current line within that fence. */
  line = '';

  constructor(grammar: Grammar<Call, Block>) {
    this.grammar = grammar;
  }

  say(piece: string): void {
    this.enterFence(this.structure.text(piece));
  }

  /** Says a mark that is text and whose meaning for later calls is known. */
  sayMark(mark: string): void {
    this.enterFence(this.structure.text(mark, true));
  }

  /** A fence of blocks has turned out to be text, so the rest of it is text as well. */
  enterFence(mark: string | undefined): void {
    if (mark === undefined) return;
    this.mode = 'fence';
    this.fence = mark;
    this.line = this.structure.lineBlank ? '' : 'text';
  }
}
