import type { BlockScanner, Grammar } from './grammar.js';
import { ReplyStructure } from './reply-structure.js';

/** The construct that the next character of a reply belongs to. */
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
  /** Text that must be read again. */
  again = '';
  /** Whether the rest of the reply is ignored. */
  stopped = false;
  fence = '';
  /** The current line within the fence. */
  line = '';

  constructor(grammar: Grammar<Call, Block>) {
    this.grammar = grammar;
  }

  say(piece: string): void {
    this.enterFence(this.structure.text(piece));
  }

  /** Adds a mark that is text and has a known effect on later calls. */
  sayMark(mark: string): void {
    this.enterFence(this.structure.text(mark, true));
  }

  /** Called when a fence of blocks turns out to be text; its remaining contents are then also text. */
  enterFence(mark: string | undefined): void {
    if (mark === undefined) return;
    this.mode = 'fence';
    this.fence = mark;
    this.line = this.structure.lineBlank ? '' : 'text';
  }
}
