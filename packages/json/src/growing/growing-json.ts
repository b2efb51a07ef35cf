import { decodeEscape, endsEscape } from '../escapes.js';
import { readScalar } from '../whole/read-scalar.js';
import { JsonScanner, type ScannerMode, skipText } from './json-scanner.js';

/** Receives the parts of a JSON value, in order, as they arrive. */
export interface JsonVisitor {
  open(isList: boolean): void;
  close(): void;
  key(name: string): void;
  /** Receives a complete number, boolean or null. */
  scalar(value: unknown): void;
  openText(): void;
  /** Receives the next chunk of an open string. */
  text(piece: string): void;
  closeText(): void;
}

/** Parses one object or list incrementally, as its text arrives. Reads each character once. */
export class GrowingJson {
  readonly #scanner = new JsonScanner();
  readonly #visitor: JsonVisitor;
  /** An unfinished number, word or escape. */
  #token = '';
  #name = '';
  #isBroken = false;

  constructor(visitor: JsonVisitor) {
    this.#visitor = visitor;
  }

  /** Whether an invalid character was read. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  get isComplete(): boolean {
    return this.#scanner.isComplete();
  }

  /** Reads text from `start` to the end of the value, or to an invalid character. Returns the index at which it stopped. */
  push(text: string, start = 0): number {
    let index = start;
    while (index < text.length && !this.isComplete) {
      const { mode } = this.#scanner;
      const end =
        (mode === 'text' || mode === 'keyText') && this.#token === '' ? skipText(text, index) : index;
      if (end > index) this.#addText(mode, text.slice(index, end));
      else if (!this.#step(mode, text.charAt(index))) {
        this.#isBroken = true;
        break;
      }
      index = Math.max(end, index + 1);
    }
    return index;
  }

  #step(before: ScannerMode, character: string): boolean {
    if (!this.#scanner.step(character)) return false;
    const { mode } = this.#scanner;
    if (this.#token !== '' && before !== 'word') return this.#addToEscape(mode, character);
    if (mode === 'word') {
      this.#token += character;
      return true;
    }
    if (before === 'word' && !this.#endWord()) return false;
    if (mode === 'escape' || mode === 'keyEscape') this.#token = character;
    else this.#tell(before, character);
    return true;
  }

  #tell(before: ScannerMode, character: string): void {
    const { mode } = this.#scanner;
    if (character === '{' || character === '[') this.#visitor.open(character === '[');
    else if (character === '}' || character === ']') this.#visitor.close();
    else if (character !== '"') return;
    else if (mode === 'text') this.#visitor.openText();
    else if (mode === 'keyText') this.#name = '';
    else if (before === 'keyText') this.#visitor.key(this.#name);
    else this.#visitor.closeText();
  }

  #addText(mode: ScannerMode, piece: string): void {
    if (mode === 'text') this.#visitor.text(piece);
    else this.#name += piece;
  }

  #addToEscape(mode: ScannerMode, character: string): boolean {
    this.#token += character;
    if (!endsEscape(this.#token)) return true;
    const text = decodeEscape(this.#token);
    if (text === undefined) return false;
    this.#addText(mode, text);
    this.#token = '';
    return true;
  }

  #endWord(): boolean {
    const scalar = readScalar(this.#token, 0, this.#token.length, false);
    if (scalar === undefined || scalar.length < this.#token.length) return false;
    this.#token = '';
    this.#visitor.scalar(scalar.value);
    return true;
  }
}
