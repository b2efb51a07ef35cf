import { types } from 'node:util';
import type { ScalarBuiltIn } from './built-in.js';

/** Flags that do not change what matches; decoding adds `u` anyway. */
const HARMLESS_FLAGS = /^[dgyu]*$/;

/**
 * The source, in Unicode mode as JSON Schema's format `regex` has it; decoding gives the flag `u`. Other flags do not travel:
 * `d`, `g` and `y` are dropped, flags that change what matches are refused.
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
      return trail.refuse(`a RegExp without the flags i, m, s and v, which do not travel`, value, `${value}`);
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
    // The caller says what is expected; the engine's message only repeats the source.
    return undefined;
  }
}
