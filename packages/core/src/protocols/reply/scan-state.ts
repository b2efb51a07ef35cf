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

/** The state shared by the readers of tags, fences and blocks. */
export class ScanState<Call, Block extends BlockScanner> {
  readonly structure = new ReplyStructure<Call>();
  readonly grammar: Grammar<Call, Block>;
  mode: Mode = 'text';
  thoughts = '';
  /** Text that must be read again. */
  again = '';
  /** Whether the rest of the reply is ignored. */
  stopped = false;
  fence = '';
  /** The current line within that fence. */
  line = '';

  constructor(grammar: Grammar<Call, Block>) {
    this.grammar = grammar;
  }

  say(piece: string): void {
    this.enterFence(this.structure.text(piece));
  }

  /** Adds a mark that is text and whose effect on later calls is known. */
  sayMark(mark: string): void {
    this.enterFence(this.structure.text(mark, true));
  }

  /** Called when a fence of blocks turned out to be text: the rest of it is text as well. */
  enterFence(mark: string | undefined): void {
    if (mark === undefined) return;
    this.mode = 'fence';
    this.fence = mark;
    this.line = this.structure.lineBlank ? '' : 'text';
  }
}
