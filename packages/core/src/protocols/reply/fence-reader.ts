import type { BlockScanner } from './grammar.js';
import type { ScanState } from './scan-state.js';

export class FenceReader<Call, Block extends BlockScanner> {
  readonly #state: ScanState<Call, Block>;
  /** A run of fence characters and the rest of its line. */
  #token = '';
  /** The first character of the run. Kept separately, because reading it from the growing string would copy that string. */
  #mark = '';

  constructor(state: ScanState<Call, Block>) {
    this.#state = state;
  }

  /** Starts a run of backticks or tildes. */
  begin(mark: string): void {
    this.#state.mode = 'run';
    this.#token = mark;
    this.#mark = mark;
  }

  readRun(char: string, at: number): number {
    if (char === this.#mark) {
      this.#token += char;
      return at + 1;
    }
    this.endRun();
    return at;
  }

  endRun(): void {
    const run = this.#token;
    const { structure } = this.#state;
    const { fence } = structure;
    this.#state.mode = 'text';
    if (fence !== undefined) {
      if (run.startsWith(fence)) structure.closeFence(run);
      else this.#state.say(run);
    } else if (run.length > 2 && structure.lineBlank) this.#state.mode = 'info';
    else if (run.startsWith('`')) structure.code(run);
    else this.#state.say(run);
  }

  /** Reads the rest of the line that opens a fence. */
  readInfo(char: string, at: number): number {
    const isInline = char === (this.#state.grammar.braces ? '{' : '<') && this.#isShortInfo();
    if (char === '\n' || isInline) {
      this.#openFence(isInline ? '' : char);
      return isInline ? at : at + 1;
    }
    if (char === '`' && this.#mark === '`') {
      this.#turnToCode();
      return at;
    }
    this.#token += char;
    return at + 1;
  }

  /** Reads a fence that is text, up to a line that only contains its mark. */
  readFence(text: string, from: number): number {
    const state = this.#state;
    const newLine = text.indexOf('\n', from);
    const end = newLine === -1 ? text.length : newLine;
    state.line += text.slice(from, end);
    if (end > from) state.structure.literal(text.slice(from, end));
    if (newLine === -1) return end;
    const closes = this.#closesFence();
    state.structure.newLine();
    state.line = '';
    if (closes) state.mode = 'text';
    return end + 1;
  }

  takeOpening(): string {
    const mark = FENCE.exec(this.#token)?.[0] ?? '';
    this.#state.mode = 'text';
    if (!this.#endsSpan(mark)) return this.#token;
    this.#state.enterFence(this.#state.structure.code(mark));
    return this.#token.slice(mark.length);
  }

  /** Whether the run ends a code span with the same marks. If followed by a language name, it starts a fence instead. */
  #endsSpan(mark: string): boolean {
    const { codeSpan } = this.#state.structure;
    return codeSpan === mark && !/^\w+$/.test(this.#token.slice(mark.length).trim());
  }

  /** Turns the run into the start of a code span instead of a fence. */
  #turnToCode(): void {
    const run = FENCE.exec(this.#token)?.[0] ?? '';
    const info = this.#token.slice(run.length);
    this.#state.mode = 'text';
    this.#state.structure.code(run);
    this.#state.say(info);
  }

  /** Whether the text after the marks is at most the name of a language. */
  #isShortInfo(): boolean {
    return this.#token.length < MAX_INFO && /^[`~]+\s*\w*\s*$/.test(this.#token);
  }

  #openFence(rest: string): void {
    const { structure, grammar } = this.#state;
    const opener = this.#token + rest;
    const mark = FENCE.exec(opener)?.[0] ?? '';
    this.#state.mode = 'text';
    if (this.#endsSpan(mark)) {
      this.#state.enterFence(structure.code(mark));
      this.#state.again = opener.slice(mark.length);
      return;
    }
    if (grammar.braces || !structure.hasProse) {
      structure.openFence(mark, opener);
      return;
    }
    structure.text(opener);
    this.#state.enterFence(mark);
  }

  #closesFence(): boolean {
    const { fence } = this.#state;
    const line = this.#state.line.trim();
    return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
  }
}

const MAX_INFO = 60;
const FENCE = /^(?:`+|~+)/;
