/** Finds the end of a JSON text that arrives in pieces, without reading all of it again for each piece. */
export class JsonEnd {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #state: 'before' | 'within' | 'closed' | 'broken' = 'before';

  add(piece: string): void {
    for (let index = 0; index < piece.length && this.#state !== 'broken'; index += 1) {
      this.#read(piece.charAt(index));
    }
  }

  /** @param text all pieces together */
  isWhole(text: string): boolean {
    // Arguments that are neither an object nor a list are short.
    if (this.#state === 'before' && text.length < 100) return isJson(text);
    if (this.#state !== 'closed') return false;
    const whole = isJson(text);
    if (!whole) this.#state = 'broken';
    return whole;
  }

  #read(character: string): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inString = false;
    } else if (this.#state === 'closed') {
      if (character.trim() !== '') this.#state = 'broken';
    } else if (character === '"') {
      this.#inString = true;
    } else if (character === '{' || character === '[') {
      this.#depth += 1;
      this.#state = 'within';
    } else if ((character === '}' || character === ']') && this.#state === 'within') {
      this.#depth -= 1;
      if (this.#depth === 0) this.#state = 'closed';
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // An answer, not a failure: the text is not complete yet.
    return false;
  }
}
