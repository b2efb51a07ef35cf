import { BACKSLASH, QUOTE } from '../characters.js';
import { escapeLength } from '../escapes.js';
import type { JsonError, JsonRepairKind } from '../json-read.js';

export type StringRead =
  | {
      readonly value: string;
      /** The index just after the closing quote. */
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
      const value = escaped
        ? String(JSON.parse(text.slice(start, position + 1)))
        : text.slice(start + 1, position);
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

/** Matches an incomplete escape. */
const CUT_ESCAPE = /^\\(?:u[0-9a-fA-F]{0,3})?$/;

function fault(position: number, expected: string): StringRead {
  return { error: { position, expected, kind: 'syntax' } };
}

function unclosed(limit: number): StringRead {
  return { error: { position: limit, expected: 'a closing double quote', kind: 'cut' } };
}
