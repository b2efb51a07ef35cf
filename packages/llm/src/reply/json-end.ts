import { JsonScanner } from '@toolwright/schema';

/** Finds the end of a JSON text that arrives in pieces, without reading all of it again for each piece. */
export class JsonEnd {
  readonly #scanner = new JsonScanner();
  #isBroken = false;

  add(piece: string): void {
    this.#isBroken ||= !this.#scanner.push(piece);
  }

  /** @param text all pieces together */
  isWhole(text: string): boolean {
    const isComplete = this.#scanner.isComplete();
    // A number at the end of the text may go on; texts without brackets are short.
    if (this.#isBroken || !(isComplete || text.length < 100)) return false;
    const isWhole = isJson(text);
    if (isComplete && !isWhole) this.#isBroken = true;
    return isWhole;
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
