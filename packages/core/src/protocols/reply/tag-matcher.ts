export interface FoundTag {
  readonly name: string;
  readonly closing: boolean;
}

/** Reads a tag of one of some names character by character: in any case, with space and attributes in it. */
export class TagMatcher {
  /** What was taken so far, from `<` on. */
  token = '<';
  closing = false;
  name = '';
  readonly #names: readonly string[];
  #hasName = false;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Whether the whole name has come. */
  get isNamed(): boolean {
    return this.#names.includes(this.name);
  }

  /** The tag, true where more has to come, false where it is none; then the character is not taken. */
  push(char: string): FoundTag | boolean {
    if (this.token.length >= MAX_TAG || char === '<') return false;
    if (char === '>') {
      if (!this.isNamed) return false;
      this.token += char;
      return { name: this.name, closing: this.closing };
    }
    if (!this.#hasName && !this.#pushName(char)) return false;
    this.token += char;
    return true;
  }

  #pushName(char: string): boolean {
    if (/\s/.test(char) || (char === '/' && this.name !== '')) {
      this.#hasName = this.isNamed;
      return this.isNamed || this.name === '';
    }
    if (char === '/') {
      const first = !this.closing;
      this.closing = true;
      return first;
    }
    const name = this.name + char.toLowerCase();
    if (!this.#names.some((one) => one.startsWith(name))) return false;
    this.name = name;
    return true;
  }
}

/** No tag of a model is longer; this bounds what is held back. */
const MAX_TAG = 200;
