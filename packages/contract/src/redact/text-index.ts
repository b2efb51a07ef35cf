import type { Span } from './spans.js';

/** Characters that are compared at once; no text may be shorter. */
const WINDOW = 8;
const BASE = 31;
/** What the first character of a window adds to its hash. */
const TOP = Array.from({ length: WINDOW - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);
const FILTER = 0x3fff;
/** Most programs have no texts to find. */
const NO_FILTER = new Uint8Array(0);

/** Finds many texts in one, in time that does not grow with their number. */
export class TextIndex {
  /** By the hash of their first characters, then by length: many keys begin alike. */
  readonly #texts = new Map<number, Map<number, Set<string>>>();
  readonly #byFirst = new Map<string, string[]>();
  #filter = NO_FILTER;
  #longest = 0;

  /** @param text of at least 8 characters */
  add(text: string): void {
    if (this.#filter === NO_FILTER) this.#filter = new Uint8Array(FILTER + 1);
    const hash = hashOf(text);
    const lengths = this.#texts.get(hash) ?? new Map<number, Set<string>>();
    const others = lengths.get(text.length) ?? new Set<string>();
    if (others.has(text)) return;
    this.#texts.set(hash, lengths.set(text.length, others.add(text)));
    put(this.#byFirst, text.charAt(0), text);
    this.#filter[hash & FILTER] = 1;
    this.#longest = Math.max(this.#longest, text.length);
  }

  remove(text: string): void {
    const hash = hashOf(text);
    const lengths = this.#texts.get(hash);
    const others = lengths?.get(text.length);
    others?.delete(text);
    if (others?.size === 0) lengths?.delete(text.length);
    if (lengths?.size === 0) this.#texts.delete(hash);
    take(this.#byFirst, text.charAt(0), text);
  }

  find(text: string): Span[] {
    const spans: Span[] = [];
    if (text.length < WINDOW || this.#texts.size === 0) return spans;
    let hash = hashOf(text);
    for (let start = 0; ; start += 1) {
      if (this.#filter[hash & FILTER] === 1) {
        const end = this.#endAt(text, start, hash);
        if (end !== undefined) spans.push({ start, end });
      }
      const next = start + WINDOW;
      if (next >= text.length) return spans;
      const rest = hash - Math.imul(text.charCodeAt(start), TOP);
      hash = (Math.imul(rest, BASE) + text.charCodeAt(next)) | 0;
    }
  }

  /** Where the last characters begin that may become one of the texts; the end if there are none. */
  beginning(text: string): number {
    for (let start = Math.max(0, text.length - this.#longest + 1); start < text.length; start += 1) {
      const candidates = this.#byFirst.get(text.charAt(start)) ?? [];
      if (candidates.some((candidate) => endsWithin(text, start, candidate))) return start;
    }
    return text.length;
  }

  #endAt(text: string, start: number, hash: number): number | undefined {
    let end: number | undefined;
    for (const [length, texts] of this.#texts.get(hash) ?? []) {
      const isLonger = end === undefined || start + length > end;
      if (isLonger && texts.has(text.slice(start, start + length))) end = start + length;
    }
    return end;
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < WINDOW; index += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
  return hash;
}

/** Whether the text ends before the candidate that begins there does. */
function endsWithin(text: string, start: number, candidate: string): boolean {
  if (candidate.length <= text.length - start) return false;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== candidate.charCodeAt(index - start)) return false;
  }
  return true;
}

function put<Key>(lists: Map<Key, string[]>, key: Key, text: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [text]);
  else list.push(text);
}

function take<Key>(lists: Map<Key, string[]>, key: Key, text: string): void {
  const rest = (lists.get(key) ?? []).filter((other) => other !== text);
  if (rest.length === 0) lists.delete(key);
  else lists.set(key, rest);
}
