import { BACKSLASH, isSpace, QUOTES } from '../characters.js';
import { decodeEscape, escapeLength } from '../escapes.js';
import type { JsonRepairKind } from '../json-read.js';
import type { StringRead } from '../whole/read-string.js';
import { findRole, isApostrophe, type StringPlace } from './quote-role.js';

/**
 * Reads a string with the mistakes that models make: wrong quotation marks, raw control characters, invalid escapes or unescaped quotes.
 * It repairs only unambiguous strings, and refuses a string whose end is unclear.
 */
export function mendString(text: string, start: number, limit: number, place: StringPlace): StringRead {
  return new StringMender(text, start, limit, place).read();
}

class StringMender {
  readonly #text: string;
  readonly #limit: number;
  readonly #place: StringPlace;
  readonly #closer: string;
  readonly #repairs = new Set<JsonRepairKind>();
  readonly #pieces: string[] = [];
  readonly #escapes = new Set<Escape['kind']>();
  #position: number;
  #copied: number;
  #inner = 0;
  /** The last non-space character. */
  #previous: string;

  constructor(text: string, start: number, limit: number, place: StringPlace) {
    this.#text = text;
    this.#limit = limit;
    this.#place = place;
    this.#previous = text.charAt(start);
    this.#closer = QUOTES.get(this.#previous) ?? '"';
    if (this.#previous !== '"') this.#repairs.add('quote');
    this.#position = start + 1;
    this.#copied = this.#position;
  }

  read(): StringRead {
    while (this.#position < this.#limit) {
      const character = this.#text.charAt(this.#position);
      const code = character.charCodeAt(0);
      const ended =
        code === BACKSLASH ? this.#takeEscape() : character === this.#closer ? this.#takeQuote() : undefined;
      if (ended !== undefined) return ended;
      if (code === BACKSLASH) continue;
      if (code < 0x20 && this.#place === 'key') return refuse(this.#position, 'the end of the property name');
      if (code < 0x20) this.#repairs.add('control');
      if (!isSpace(code)) this.#previous = character;
      this.#position += 1;
    }
    return cut(this.#limit);
  }

  #takeEscape(): StringRead | undefined {
    const found = readEscape(this.#text, this.#position, this.#limit);
    if (found === undefined) return cut(this.#limit);
    this.#escapes.add(found.kind);
    // `C:\data\new`: if one backslash is unescaped, the other backslashes may be literal as well.
    if (this.#escapes.has('literal') && this.#escapes.has('escape')) {
      return refuse(this.#position, 'backslashes that are escaped consistently');
    }
    if (found.kind !== 'escape') this.#repairs.add('escape');
    this.#pieces.push(this.#text.slice(this.#copied, this.#position), found.value);
    this.#position += found.length;
    this.#copied = this.#position;
    this.#previous = 'x';
    return undefined;
  }

  #takeQuote(): StringRead | undefined {
    const position = this.#position;
    if (isApostrophe(this.#text, position, this.#limit)) return undefined;
    const role = findRole(this.#text, position, {
      limit: this.#limit,
      place: this.#place,
      closer: this.#closer,
      previous: this.#previous,
      inner: this.#inner,
    });
    if (role === 'inner') {
      this.#inner += 1;
      this.#repairs.add('quote');
      return undefined;
    }
    if (role === 'doubt') return refuse(position, 'a backslash before the quote, or the end of the string');
    if (this.#inner % 2 === 1) return refuse(position, 'quotes in pairs within the string');
    this.#pieces.push(this.#text.slice(this.#copied, position));
    return { value: this.#pieces.join(''), end: position + 1, repairs: [...this.#repairs] };
  }
}

interface Escape {
  readonly kind: 'escape' | 'needless' | 'literal';
  readonly value: string;
  readonly length: number;
}

/** Reads an escape. Returns undefined if the text ends within the escape. */
function readEscape(text: string, position: number, limit: number): Escape | undefined {
  const length = escapeLength(text, position, limit) ?? 0;
  const value = decodeEscape(text.slice(position, position + length));
  if (value !== undefined) return { kind: 'escape', value, length };
  const next = text[position + 1];
  if (position + 1 >= limit || next === undefined) return undefined;
  // Markdown and other languages escape these characters, but JSON does not.
  if ("'_`".includes(next)) return { kind: 'needless', value: next, length: 2 };
  return { kind: 'literal', value: '\\', length: 1 };
}

function refuse(position: number, expected: string): StringRead {
  return { error: { position, expected, kind: 'syntax' } };
}

function cut(limit: number): StringRead {
  return { error: { position: limit, expected: 'a closing quote', kind: 'cut' } };
}
