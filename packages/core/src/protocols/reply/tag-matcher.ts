export interface FoundTag {
  readonly name: string;
  readonly closing: boolean;
}

/** Matches a tag with one of several names, character by character. Ignores case, whitespace and attributes. */
export class TagMatcher {
  /** The text read so far, starting with `<`. */
  token: string;
  closing = false;
  name = '';
  readonly #names: readonly string[];
  readonly #closer: string;
  #hasName = false;

  /** @param opener `<` or another mark, after which only an optional slash and the exact name are allowed */
  constructor(names: readonly string[], opener = '<', closer = '>') {
    this.#names = names;
    this.token = opener;
    this.#closer = closer;
  }

  get isNamed(): boolean {
    return this.#names.includes(this.name);
  }

  /** Returns the tag once it is complete, true if more must follow, and false if it is not a tag; the character then stays unread. */
  push(char: string): FoundTag | boolean {
    if (this.token.length >= MAX_TAG || char === '<') return false;
    if (char === this.#closer) {
      if (!this.isNamed) return false;
      this.token += char;
      return { name: this.name, closing: this.closing };
    }
    if (!this.#hasName && !this.#pushName(char)) return false;
    this.token += char;
    return true;
  }

  #pushName(char: string): boolean {
    const isExact = this.#closer !== '>';
    if (isExact && (/\s/.test(char) || (char === '/' && this.name !== ''))) return false;
    if (/\s/.test(char) || (char === '/' && this.name !== '' && this.name !== '|')) {
      this.#hasName = this.isNamed;
      return this.isNamed || this.name === '';
    }
    if (char === '/' && this.name === '') {
      const first = !this.closing;
      this.closing = true;
      return first;
    }
    const name = this.name + (isExact ? char : char.toLowerCase());
    if (!this.#names.some((one) => one.startsWith(name))) return false;
    this.name = name;
    return true;
  }
}

/** The tags that models write are shorter than this. Limits how much text is held back. */
const MAX_TAG = 200;
