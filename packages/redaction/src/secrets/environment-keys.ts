import { environment } from '@toolwright/contract';
import { findForms, hasForm, isOpaque } from '../secret-forms.js';
import { MIN_LENGTH } from '../written-forms.js';

/** The maximum time in milliseconds before the environment is read again. Reading it takes up to 0.1 ms. */
const PERIOD_MS = 100;
/** The maximum number of characters to search for keys. Searching more takes longer than reading the environment. */
const MAX_SEARCHED = 3_000;
/** The maximum length of a key. Longer text is a document. */
const MAX_LENGTH = 16_000;

/** Stores the texts to mask. */
export interface KeyTexts {
  /** Starts masking a text. */
  hold(text: string): void;
  /** Keeps masking a text that was removed from the environment but may still be in use. */
  retire(text: string): void;
  /** Stops masking the text. */
  release(text: string): void;
}

/**
 * Finds keys with a known format in the environment, including variables that are set later. Reading the environment takes tens of
 * microseconds, so it is read only if a text looks like a key, and at most every 0.1 seconds otherwise.
 */
export class EnvironmentKeys {
  readonly #texts: KeyTexts;
  readonly #values = new Map<string, string | undefined>();
  /** The keys found, by variable name. */
  readonly #keys = new Map<string, readonly string[]>();
  readonly #allowed = new Set<string>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(texts: KeyTexts) {
    this.#texts = texts;
  }

  /** Reads the environment on first use, if the last read was more than 0.1 seconds ago, or if a value may contain a key. */
  notice(value?: unknown): void {
    const now = performance.now();
    if (now - this.#readAt >= PERIOD_MS || (value !== undefined && mayHoldKey(value))) this.#read(now);
  }

  /** Stops masking the keys of these variables. */
  allow(names: readonly string[]): void {
    for (const name of names) {
      this.#allowed.add(name);
      for (const key of this.#keys.get(name) ?? []) this.#texts.release(key);
      this.#keys.delete(name);
    }
  }

  #read(now: number): void {
    this.#readAt = now;
    const variables = environment();
    for (const name of Object.keys(variables)) {
      const value = variables[name];
      if (value === this.#values.get(name) || this.#allowed.has(name)) continue;
      this.#values.set(name, value);
      const keys = keysIn(value ?? '');
      const earlier = this.#keys.get(name) ?? [];
      if (keys.length + earlier.length === 0) continue;
      for (const key of keys) this.#texts.hold(key);
      for (const key of earlier) this.#texts.retire(key);
      this.#keys.set(name, keys);
    }
  }
}

/** Finds keys, tokens and passwords in URLs. If a password may be an ordinary word, the user name is included. */
function keysIn(value: string): string[] {
  const found = findForms(value).map(({ start, end }) => value.slice(start, end));
  const users = [...value.matchAll(/:\/\/([^\s/@:]{0,256}:[^\s/@]{1,1024}@)/g)].map(([, user = '']) => user);
  const keys = [...found.filter(isOpaque), ...users];
  return [...new Set(keys)].filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH);
}

/** Whether any string or name in a value looks like a key, or the value contains too much text to search. */
function mayHoldKey(value: unknown): boolean {
  return searched(value, MAX_SEARCHED) < 0;
}

/** Searches a value, with a limit of `left` characters. Returns the remaining limit; negative if it is exceeded or a key may be found. */
function searched(value: unknown, left: number, depth = 0): number {
  if (depth > MAX_DEPTH) return -1;
  if (typeof value === 'string') return isSuspect(value) ? -1 : left - value.length;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return left;
  const members = value as Readonly<Record<string, unknown>>;
  let rest = left;
  for (const name in members) {
    // Each member reduces the limit, so that the search of a circular value terminates.
    rest =
      name.length >= LONG_NAME && isSuspect(name)
        ? -1
        : searched(members[name], rest - name.length - 1, depth + 1);
    if (rest < 0) break;
  }
  return rest;
}

function isSuspect(text: string): boolean {
  return text.length > MAX_SEARCHED || (hasLongWord(text) && hasForm(text));
}

/** Whether a text has a run of non-space characters that is long enough to be a key. Most text has none, and is not searched. */
function hasLongWord(text: string): boolean {
  if (text.length < SHORTEST_FORM) return false;
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    run = unit > SPACE && unit !== QUOTE ? run + 1 : 0;
    if (run === SHORTEST_FORM) return true;
  }
  return false;
}

/** The maximum depth to search. Deeper values, such as circular ones, are treated as possible keys. */
const MAX_DEPTH = 500;
const SPACE = 32;
const QUOTE = 34;
/** The minimum length of member names to search, because keys are longer. */
const LONG_NAME = 20;
/** The length of the shortest key: `sk-` and eight more characters. A `Bearer …` header is found by the word after `Bearer`. */
const SHORTEST_FORM = 11;
