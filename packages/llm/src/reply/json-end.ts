import { JsonScanner } from '@toolwright/json';

/** Finds the end of JSON that arrives in fragments, without rescanning the text for each fragment. */
export class JsonEnd {
  readonly #scanner = new JsonScanner();
  #isBroken = false;

  add(piece: string): void {
    this.#isBroken ||= !this.#scanner.push(piece);
  }

  /** Whether this fragment could continue the text. */
  takes(piece: string): boolean {
    const state = this.#scanner.save();
    const isTaken = !this.#isBroken && this.#scanner.push(piece);
    this.#scanner.restore(state);
    return isTaken;
  }

  /** @param text all fragments together */
  isWhole(text: string): boolean {
    const isComplete = this.#scanner.isComplete();
    // A number has no closing character, so it is parsed to check whether it is complete. Values without brackets are short.
    const isShort = !this.#scanner.isNested && text.length < 100;
    if (this.#isBroken || !(isComplete || isShort)) return false;
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
    // Not a failure: the text is not complete yet.
    return false;
  }
}
