import { types } from 'node:util';
import type { ScalarBuiltIn } from './built-in.js';

/** Flags that do not change which texts match; decoding adds `u` anyway. */
const HARMLESS_FLAGS = /^[dgyu]*$/;

/**
 * The source in Unicode mode, JSON Schema's format `regex`; decoding sets the flag `u`. Other flags are not encoded: `d`, `g` and `y` are
 * dropped, and flags that change which texts match are refused.
 */
export const regexp: ScalarBuiltIn = {
  typeNames: ['RegExp'],
  schema: { type: 'string', format: 'regex' },
  is: types.isRegExp,
  decode: (value, trail) =>
    (typeof value === 'string' ? toRegExp(value) : undefined) ??
    trail.refuse('a regular expression without slashes or flags, valid in Unicode mode', value),
  encode: (value, trail) => {
    if (!types.isRegExp(value)) return trail.refuse('a RegExp', value);
    if (!HARMLESS_FLAGS.test(value.flags)) {
      return trail.refuse(
        `a RegExp without the flags i, m, s and v, which JSON Schema lacks`,
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
    // The caller describes the expected value; the engine's message only repeats the source.
    return undefined;
  }
}
