import { builtInTypes } from '@toolwright/json';
import type { ScalarBuiltIn } from './built-in.js';

/** Flags that do not affect which strings match. Decoding always sets `u`. */
const HARMLESS_FLAGS = /^[dgyu]*$/;

/**
 * A `RegExp` as its source, JSON Schema's format `regex`. Decoding sets the flag `u`. Flags are not encoded: `d`, `g` and `y` are
 * dropped, and flags that affect which strings match are refused.
 */
export const regexp: ScalarBuiltIn = {
  typeNames: ['RegExp'],
  schema: { type: 'string', format: 'regex' },
  is: builtInTypes.isRegExp,
  decode: (value, trail) =>
    (typeof value === 'string' ? toRegExp(value) : undefined) ??
    trail.refuse('a regular expression without slashes or flags, valid in Unicode mode', value),
  encode: (value, trail) => {
    if (!builtInTypes.isRegExp(value)) return trail.refuse('a RegExp', value);
    if (!HARMLESS_FLAGS.test(value.flags)) {
      return trail.refuse(
        `a RegExp without the flags i, m, s and v, which JSON Schema does not support`,
        value,
        `${value}`,
      );
    }
    return toRegExp(value.source) === undefined
      ? trail.refuse('a RegExp that is valid with the flag u', value, `${value}`)
      : value.source;
  },
};

function toRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    // The caller reports the error. The engine's message would only repeat the source.
    return undefined;
  }
}
