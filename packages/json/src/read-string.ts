import { BACKSLASH, QUOTE } from './characters.js';
import type { JsonError, JsonRepairKind } from './json-read.js';

export type StringRead =
  | {
      readonly value: string;
      /** Index after the closing quote. */
      readonly end: number;
      /** The kinds of repairs. */
      readonly repairs: readonly JsonRepairKind[];
    }
  | { readonly error: JsonError };

/** Reads a JSON string whose opening quote is at `start`. */
export function readString(text: string, start: number, limit: number): StringRead {
  let escaped = false;
  for (let position = start + 1; position < limit; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      const value = escaped ? decode(text.slice(start, position + 1)) : text.slice(start + 1, position);
      return { value, end: position + 1, repairs: [] };
    }
    if (code < 0x20) return fault(position, 'an escape such as \\n instead of a control character');
    if (code !== BACKSLASH) continue;
    const length = escapeLength(text, position, limit);
    if (length === undefined) {
      const isCut = CUT_ESCAPE.test(text.slice(position, Math.min(position + 6, limit)));
      return isCut ? unclosed(limit) : fault(position, 'a valid escape');
    }
    escaped = true;
    position += length - 1;
  }
  return unclosed(limit);
}

/** An escape that was cut off. */
const CUT_ESCAPE = /^\\(?:u[0-9a-fA-F]{0,3})?$/;

/** The length of the escape at `position`; undefined if JSON has no such escape. */
export function escapeLength(text: string, position: number, limit: number): number | undefined {
  const kind = text[position + 1];
  if (position + 1 >= limit || kind === undefined) return undefined;
  if ('"\\/bfnrt'.includes(kind)) return 2;
  return kind === 'u' &&
    position + 6 <= limit &&
    /^[0-9a-fA-F]{4}$/.test(text.slice(position + 2, position + 6))
    ? 6
    : undefined;
}

/** Decodes a valid JSON string with its quotes. */
export function decode(literal: string): string {
  return String(JSON.parse(literal));
}

function fault(position: number, expected: string): StringRead {
  return { error: { position, expected, kind: 'syntax' } };
}

function unclosed(limit: number): StringRead {
  return { error: { position: limit, expected: 'a closing double quote', kind: 'cut' } };
}
