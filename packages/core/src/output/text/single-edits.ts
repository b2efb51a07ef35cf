import { JsonScanner, readJson, type ScannerState } from '@toolwright/schema';

/** A change of one character that makes JSON of a text. */
export interface Edit {
  readonly position: number;
  /** What is put there. */
  readonly inserted: string;
  /** The character whose place it takes; undefined where it takes none. */
  readonly replaced: string | undefined;
  /** The text after the change. */
  readonly text: string;
}

/** Longer texts are not tried. */
const MAX_LENGTH = 8_192;
/** Characters that are read for one text at most, however long it is. */
const BUDGET = 2_000_000;

/**
 * Every change of one character of syntax that makes JSON of a text: each is something that the text may be meant to say. Undefined
 * where the text needs none, where it may only have been cut off, and where there is too much to try.
 */
export function findEdits(text: string): readonly Edit[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const read = readJson(text);
  if (read.ok || read.error.kind !== 'syntax') return undefined;
  return new EditFinder(text).find(read.error.position);
}

class EditFinder {
  readonly #text: string;
  readonly #scanner = new JsonScanner();
  /** Where the scanner stands before each character, as far as the text can be read. */
  readonly #states: ScannerState[] = [];
  readonly #edits: Edit[] = [];
  #left = BUDGET;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param fault a change behind this place cannot help */
  find(fault: number): readonly Edit[] | undefined {
    this.#scan(fault);
    for (let position = 0; position < this.#states.length && this.#left > 0; position += 1) {
      for (const inserted of INSERTED) this.#try(position, inserted, false);
      const character = this.#text.charAt(position);
      if (!REPLACED.includes(character)) continue;
      for (const inserted of REPLACEMENTS) {
        if (inserted !== character) this.#try(position, inserted, true);
      }
    }
    return this.#left > 0 ? this.#edits : undefined;
  }

  #scan(fault: number): void {
    for (let position = 0; position <= fault; position += 1) {
      this.#states.push(this.#scanner.save());
      if (!this.#scanner.step(this.#text.charAt(position))) return;
    }
  }

  #try(position: number, inserted: string, replaces: boolean): void {
    const scanner = this.#scanner;
    const state = this.#states[position];
    if (state === undefined || this.#left <= 0) return;
    scanner.restore(state);
    this.#left -= 1;
    if (inserted !== '' && !scanner.step(inserted)) return;
    const rest = replaces ? position + 1 : position;
    for (let next = rest; next < this.#text.length; next += 1) {
      this.#left -= 1;
      // From here on, everything would go as it did without the change, up to the same fault.
      if (this.#left <= 0 || scanner.isAt(this.#states[next])) return;
      if (!scanner.step(this.#text.charAt(next))) return;
    }
    if (!scanner.isComplete()) return;
    this.#left -= this.#text.length;
    const text = this.#text.slice(0, position) + inserted + this.#text.slice(rest);
    const replaced = replaces ? this.#text.charAt(position) : undefined;
    this.#edits.push({ position, inserted, replaced, text });
  }
}

const INSERTED = ['"', '{', '}', '[', ']', ',', ':', '\\'];
const REPLACED = '"\'`{}[],:';
/** The empty one is for a character too many. */
const REPLACEMENTS = ['', '"', '{', '}', '[', ']', ',', ':'];
