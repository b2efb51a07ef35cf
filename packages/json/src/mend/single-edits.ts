import { JsonScanner, type ScannerState } from '../growing/json-scanner.js';
import { readJson } from '../whole/read-json.js';

/** A single-character change that makes a text valid JSON. */
export interface Edit {
  readonly position: number;
  /** The inserted character; empty for a removal. */
  readonly inserted: string;
  /** The replaced character; undefined for an insertion. */
  readonly replaced: string | undefined;
  /** The text after the change. */
  readonly text: string;
}

/** The maximum length of a text to repair, in characters. */
const MAX_LENGTH = 8_192;
/** The maximum number of characters to scan in all attempts for one text. */
const BUDGET = 2_000_000;

/**
 * Finds every change of one syntax character that makes a text valid JSON. Each is a possible reading of the text. Returns undefined if
 * the text needs no change, may have been cut off, or is too long to try.
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
  /** The state of the scanner before each character, up to the first error. */
  readonly #states: ScannerState[] = [];
  readonly #edits: Edit[] = [];
  #left = BUDGET;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param fault The index after which a change cannot help. */
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
      // The state equals that of the original scan, so the same error would follow.
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
/** The replacements to try; the empty string removes the character. */
const REPLACEMENTS = ['', '"', '{', '}', '[', ']', ',', ':'];
