/** An open container, and the ones around it. */
interface Level {
  readonly isList: boolean;
  readonly around: Level | undefined;
}

type Mode =
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

/** Where a scanner stands in a text: what may come next, and which containers are open. */
export interface ScannerState {
  readonly mode: Mode;
  readonly level: Level | undefined;
}

/**
 * Follows JSON character by character: a text that arrives in pieces, or one that is read again from a place in its middle. It accepts
 * all JSON, and words and numbers that only look like JSON's: `readJson` has the last word.
 */
export class JsonScanner {
  #mode: Mode = 'value';
  #level: Level | undefined;

  save(): ScannerState {
    return { mode: this.#mode, level: this.#level };
  }

  restore({ mode, level }: ScannerState): void {
    this.#mode = mode;
    this.#level = level;
  }

  /** Takes a piece of text, up to the first character that cannot stand there: then it returns false. */
  push(piece: string): boolean {
    for (let index = 0; index < piece.length; index += 1) if (!this.step(piece.charAt(index))) return false;
    return true;
  }

  isAt(state: ScannerState | undefined): boolean {
    return state !== undefined && state.mode === this.#mode && state.level === this.#level;
  }

  /** Whether the text may end here. */
  isComplete(): boolean {
    return this.#mode === 'next' && this.#level === undefined;
  }

  /** Whether the character may stand here. */
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

  #go(mode: Mode, isTaken = true): boolean {
    this.#mode = mode;
    return isTaken;
  }
}

const ESCAPED = '"\\/bfnrtu';
/** Numbers and words consist of these. */
const WORD = new Set('0123456789+-.eEtrufalsn');
