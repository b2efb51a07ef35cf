import type { Span } from './spans.js';
import { TextAutomaton } from './text-automaton.js';
import { TextScan } from './text-scan.js';

/** Texts that are searched for together. */
interface Group {
  readonly automaton: TextAutomaton;
  readonly texts: Set<string>;
  /** The number of texts in the automaton, including removed ones. */
  readonly count: number;
  /** The total length of these texts. */
  readonly weight: number;
}

/**
 * Finds many strings in a text, in time that does not depend on their number and lengths. Each new string starts its own group, and groups
 * of similar weight are merged, so that groups are few and additions are cheap.
 */
export class TextIndex {
  /** How often each text was added. */
  readonly #counts = new Map<string, number>();
  /** The groups, heaviest first. */
  #groups: Group[] = [];
  #added = new Set<string>();
  #version = 0;
  /** The length of the shortest text. */
  #shortest = Number.POSITIVE_INFINITY;

  /** A number that changes whenever a text is added or removed. */
  get version(): number {
    return this.#version;
  }

  /** @param text not empty */
  add(text: string): void {
    const count = this.#counts.get(text) ?? 0;
    this.#counts.set(text, count + 1);
    if (count > 0) return;
    this.#added.add(text);
    this.#version += 1;
    this.#shortest = Math.min(this.#shortest, text.length);
  }

  /** Undoes one `add`. */
  remove(text: string): void {
    const count = this.#counts.get(text) ?? 0;
    if (count > 1) this.#counts.set(text, count - 1);
    if (count !== 1) return;
    this.#counts.delete(text);
    this.#version += 1;
    if (this.#added.delete(text)) return;
    const group = this.#groups.find(({ texts }) => texts.delete(text));
    group?.automaton.remove(text);
    if (group === undefined || group.texts.size * 2 > group.count) return;
    this.#groups = this.#groups.filter((other) => other !== group);
    for (const other of group.texts) this.#added.add(other);
  }

  /** Returns the matches, sorted and without overlaps. */
  find(text: string): readonly Span[] {
    if (text.length < this.#shortest || this.#counts.size === 0) return NOTHING;
    const scan = this.scan();
    scan.push(text);
    return scan.spans;
  }

  /** Returns the index at which a partial match at the end of the text begins, or the end of the text. */
  beginning(text: string): number {
    if (this.#counts.size === 0) return text.length;
    const scan = this.scan();
    scan.push(text);
    return scan.open;
  }

  /** Starts a search for the current strings in streamed text. */
  scan(): TextScan {
    this.#build();
    return new TextScan(this.#groups.map(({ automaton }) => automaton));
  }

  #build(): void {
    if (this.#added.size === 0) return;
    const texts = this.#added;
    let weight = weightOf(texts);
    for (let last = this.#groups.at(-1); last && last.weight <= weight * 2; last = this.#groups.at(-1)) {
      for (const text of last.texts) texts.add(text);
      weight += weightOf(last.texts);
      this.#groups.pop();
    }
    this.#groups.push({ automaton: new TextAutomaton(texts), texts, count: texts.size, weight });
    this.#added = new Set();
  }
}

const NOTHING: readonly Span[] = [];

function weightOf(texts: ReadonlySet<string>): number {
  let weight = 0;
  for (const text of texts) weight += text.length;
  return weight;
}
