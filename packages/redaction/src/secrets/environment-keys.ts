import { findForms, hasForm, isOpaque } from '../secret-forms.js';
import { MIN_LENGTH } from '../written-forms.js';

/** After this many milliseconds the environment is read again in any case. Reading it takes up to 0.1 ms. */
const PERIOD_MS = 100;
/** Searching more characters than this for keys takes longer than reading the environment. */
const MAX_SEARCHED = 3_000;
/** Longer text is a document, not a key. */
const MAX_LENGTH = 16_000;

/** The store of the texts that are masked. */
export interface KeyTexts {
  /** Starts masking a text. */
  hold(text: string): void;
  /** Keeps masking a text that has left the environment but may still be in use. */
  retire(text: string): void;
  /** Stops masking the text. */
  release(text: string): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds keys of a known form in the environment of the process, also in variables that are set later. Reading the environment takes tens of
 * microseconds, so it is read when a text looks like a key, and ten times a second.
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

  /** Reads the environment before its first use, after a tenth of a second, and if a value may hold a key. */
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
    const environment = currentEnvironment();
    for (const name of Object.keys(environment)) {
      const value = environment[name];
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

/** Returns the environment; empty outside Node.js and if the program may not read it. */
function currentEnvironment(): Environment {
  try {
    // `process` is not declared as a global, because this package also runs where it does not exist.
    return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
  } catch {
    // Deno may not have permission to read the environment: then no tool can read it either.
    return {};
  }
}

/** Finds keys, tokens and passwords in URLs. If a password may be an ordinary word, the user name is included. */
function keysIn(value: string): string[] {
  const found = findForms(value).map(({ start, end }) => value.slice(start, end));
  const users = [...value.matchAll(/:\/\/([^\s/@:]{0,256}:[^\s/@]{1,1024}@)/g)].map(([, user = '']) => user);
  const keys = [...found.filter(isOpaque), ...users];
  return [...new Set(keys)].filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH);
}

/** Whether any string or name in a value looks like a key, or the value has too much text to search. */
function mayHoldKey(value: unknown): boolean {
  return searched(value, MAX_SEARCHED) < 0;
}

/** Searches a value and returns the remainder of the limit `left`, in characters; negative if something looks like a key. */
function searched(value: unknown, left: number, depth = 0): number {
  if (depth > MAX_DEPTH) return -1;
  if (typeof value === 'string') return isSuspect(value) ? -1 : left - value.length;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return left;
  const members = value as Readonly<Record<string, unknown>>;
  let rest = left;
  for (const name in members) {
    // Each member counts, so that the search of a circular value terminates.
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

/** Skips the search of most texts: even the shortest key has a long run of characters that are neither space nor quotation marks. */
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

/** Deeper values, such as circular ones, are not searched: they count as possible keys. */
const MAX_DEPTH = 500;
const SPACE = 32;
const QUOTE = 34;
/** Shorter names of members are not searched: keys are longer. */
const LONG_NAME = 20;
/** `sk-` and eight more characters; the header `Bearer …` is found by the word that follows. */
const SHORTEST_FORM = 11;
