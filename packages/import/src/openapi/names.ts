/** Makes an identifier of the words of a text: `xRequestId` of `X-Request-Id`. Names that are identifiers stay as they are. */
export function memberName(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text.slice(0, MAX_LENGTH);
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'value', ...others] = words;
  const name = [lowerFirst(first), ...others.map(upperFirst)].join('').slice(0, MAX_LENGTH);
  return /^\d/.test(name) ? `n${name}` : name;
}

/** Names of parameters and tools that all providers take. */
const MAX_LENGTH = 60;

/** Gives names that are not taken, and are no names that every object has. */
export class Names {
  readonly #taken: Set<string>;
  /** The number to try next for each name that is taken. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...INHERITED, ...taken]);
  }

  isFree(name: string): boolean {
    return !this.#taken.has(name);
  }

  /** Takes the first name that is free, or the last one with a number. */
  take(...wanted: readonly string[]): string {
    const base = wanted.at(-1) ?? 'value';
    let name = wanted.find((each) => this.isFree(each)) ?? base;
    let number = this.#next.get(base) ?? 2;
    for (; !this.isFree(name); number += 1) name = `${base}${number}`;
    this.#next.set(base, number);
    this.#taken.add(name);
    return name;
  }
}

const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', 'toJSON'];

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return /^[A-Z0-9]+$/.test(text) ? text.toLowerCase() : text.charAt(0).toLowerCase() + text.slice(1);
}
