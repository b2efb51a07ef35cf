import { quoted } from './json-literal.js';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Whether a member can have the name without quotes. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** Writes a member's name, in quotes if it is no identifier. */
export function memberName(name: string): string {
  return isIdentifier(name) ? name : quoted(name);
}

/** Names that a declared type must not have: global types that the declarations use. */
const TAKEN = new Set([
  'Array',
  'Date',
  'Function',
  'Map',
  'Object',
  'Promise',
  'Record',
  'RegExp',
  'Set',
  'ToolError',
  'URL',
  'Uint8Array',
]);

/** The keywords of TypeScript, of which many can be the name of a type but not be used as one, such as `keyof`. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract accessor any as assert asserts async await bigint boolean break case catch class const
constructor continue debugger declare default defer delete do else enum export extends false finally for
from function get global if implements import in infer instanceof interface intrinsic is keyof let
module namespace never new null number object of out override package private protected public readonly
require return satisfies set static string super switch symbol this throw true try type typeof undefined
unique unknown using var void while with yield`.split(/\s+/),
);

/** Gives each type a name of its own that is an identifier. */
export class TypeNames {
  readonly #names = new Map<string, string>();
  readonly #used: Set<string>;
  /** The number to try next for each name that is taken. */
  readonly #next = new Map<string, number>();

  /** @param taken names that no type gets */
  constructor(taken: Iterable<string> = []) {
    this.#used = new Set([...TAKEN, ...taken]);
  }

  /** Whether a type has a name yet. */
  has(key: string): boolean {
    return this.#names.has(key);
  }

  /** @param key identifies the type. @param wanted its name in the schema */
  nameOf(key: string, wanted: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.newName(wanted);
    this.#names.set(key, name);
    return name;
  }

  /** Takes a name close to the wanted one. */
  newName(wanted: string): string {
    const plain = wanted.replaceAll(/[^A-Za-z0-9_$]+/g, '_').replace(/^(?=\d)|^$/, 'T');
    const base = KEYWORDS.has(plain) ? `${plain}_` : plain;
    let name = base;
    let number = this.#next.get(base) ?? 2;
    for (; this.#used.has(name); number += 1) name = `${base}${number}`;
    this.#next.set(base, number);
    this.#used.add(name);
    return name;
  }
}

/** Makes a name of the words of a text: `PetTag` of `pet-tag`. */
export function typeName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
