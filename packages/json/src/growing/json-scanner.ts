import { BACKSLASH, QUOTE } from '../characters.js';

/** An open container and its parents. */
interface Level {
  readonly isList: boolean;
  readonly around: Level | undefined;
}

/** The type of character that a scanner expects next. */
export type ScannerMode =
  | 'value'
  | 'firstItem'
  | 'firstKey'
  | 'key'
  | 'keyText'
  | 'keyEscape'
  | 'colon'
  | 'text'
  | 'escape'
  | 'word'
  | 'next';

/** The state of a scanner: the expected character type and the open containers. */
export interface ScannerState {
  readonly mode: ScannerMode;
  readonly level: Level | undefined;
}

/**
 * Scans JSON character by character, for text that arrives in chunks or is rescanned from the middle. It accepts all valid JSON. It also
 * accepts invalid words and numbers, which `readJson` refuses later.
 */
export class JsonScanner {
  #mode: ScannerMode = 'value';
  #level: Level | undefined;

  save(): ScannerState {
    return { mode: this.#mode, level: this.#level };
  }

  restore({ mode, level }: ScannerState): void {
    this.#mode = mode;
    this.#level = level;
  }

  get mode(): ScannerMode {
    return this.#mode;
  }

  /** Reads a chunk of text. Returns false if it contains an invalid character. */
  push(piece: string): boolean {
    for (let index = 0; index < piece.length; index += 1) {
      if (this.#mode === 'text') index = skipText(piece, index);
      if (index < piece.length && !this.step(piece.charAt(index))) return false;
    }
    return true;
  }

  isAt(state: ScannerState | undefined): boolean {
    return state !== undefined && state.mode === this.#mode && state.level === this.#level;
  }

  get isNested(): boolean {
    return this.#level !== undefined;
  }

  isComplete(): boolean {
    return this.#mode === 'next' && this.#level === undefined;
  }

  /** Reads one character. Returns false if it is invalid. */
  step(character: string): boolean {
    switch (this.#mode) {
      case 'text':
      case 'keyText':
        return this.#takeText(character);
      case 'escape':
        return this.#go('text', ESCAPED.includes(character));
      case 'keyEscape':
        return this.#go('keyText', ESCAPED.includes(character));
      case 'word':
        if (WORD.has(character)) return true;
        this.#mode = 'next';
    }
    return ' \n\r\t'.includes(character) || this.#takeToken(character);
  }

  #takeToken(character: string): boolean {
    switch (this.#mode) {
      case 'colon':
        return this.#go('value', character === ':');
      case 'next':
        return this.#takeNext(character);
      case 'key':
        return this.#go('keyText', character === '"');
      case 'firstKey':
        return character === '}' ? this.#close(false) : this.#go('keyText', character === '"');
      case 'firstItem':
        return character === ']' ? this.#close(true) : this.#takeValue(character);
      default:
        return this.#takeValue(character);
    }
  }

  #takeText(character: string): boolean {
    const isKey = this.#mode === 'keyText';
    if (character === '"') return this.#go(isKey ? 'colon' : 'next');
    if (character === '\\') return this.#go(isKey ? 'keyEscape' : 'escape');
    return character >= ' ';
  }

  #takeNext(character: string): boolean {
    if (this.#level === undefined) return false;
    if (character === ',') return this.#go(this.#level.isList ? 'value' : 'key');
    return (character === ']' || character === '}') && this.#close(character === ']');
  }

  #takeValue(character: string): boolean {
    if (character === '"') return this.#go('text');
    if (character !== '{' && character !== '[') return this.#go('word', /[-\dtfn]/.test(character));
    const isList = character === '[';
    this.#level = { isList, around: this.#level };
    return this.#go(isList ? 'firstItem' : 'firstKey');
  }

  #close(isList: boolean): boolean {
    if (this.#level?.isList !== isList) return false;
    this.#level = this.#level.around;
    return this.#go('next');
  }

  #go(mode: ScannerMode, isTaken = true): boolean {
    this.#mode = mode;
    return isTaken;
  }
}

const ESCAPED = '"\\/bfnrtu';
/** The characters that occur in numbers, `true`, `false` and `null`. */
const WORD = new Set('0123456789+-.eEtrufalsn');

/** Returns the index of the first character at or after `start` that is not plain string content. */
export function skipText(piece: string, start: number): number {
  for (let index = start; index < piece.length; index += 1) {
    const code = piece.charCodeAt(index);
    if (code === QUOTE || code === BACKSLASH || code < 0x20) return index;
  }
  return piece.length;
}
