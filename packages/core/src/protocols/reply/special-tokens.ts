/** Finds the special tokens of models in a text while it passes, such as `<|foo|>` and `<unused94>`. It holds nothing back. */
export class SpecialTokens {
  #token = '';

  /** Whether a token ends in this piece. */
  read(piece: string): boolean {
    let found = false;
    for (let at = this.#next(piece, 0); at < piece.length; at = this.#next(piece, at + 1)) {
      found = this.#step(piece.charAt(at)) || found;
    }
    return found;
  }

  #next(piece: string, from: number): number {
    if (this.#token !== '') return from;
    const next = piece.indexOf('<', from);
    return next === -1 ? piece.length : next;
  }

  #step(char: string): boolean {
    if (char === '<') this.#token = char;
    else if (/\s/.test(char) || this.#token.length >= MAX_TOKEN) this.#token = '';
    else this.#token += char;
    if (char !== '>') return false;
    const isToken = TOKEN.test(this.#token);
    this.#token = '';
    return isToken;
  }
}

/** No token of a model is longer. */
const MAX_TOKEN = 80;

/** A bar at one end at least, or a name with a number. */
const TOKEN =
  /^<\/?(?:[|｜][^<>]*[^<>|｜][|｜]?|[^<>|｜][^<>]*[|｜]|(?:special|unused|reserved|extra_id|ctrl)(?:_?token)?[_-]?\d+)>$/i;
