import type { ScalarBuiltIn } from './built-in.js';

const DIGITS = '^(?:0|-?[1-9]\\d*)$';
const digits = new RegExp(DIGITS);

/** A `bigint` as a string of decimal digits. A JSON number would lose digits beyond 2⁵³. */
export const bigint: ScalarBuiltIn = {
  typeNames: ['bigint', 'BigInt'],
  schema: { type: 'string', pattern: DIGITS },
  is: (value) => typeof value === 'bigint',
  decode: (value, trail) =>
    typeof value === 'string' && digits.test(value)
      ? BigInt(value)
      : trail.refuse('a whole number in decimal digits as a string, such as "42"', value),
  encode: (value, trail) => (typeof value === 'bigint' ? String(value) : trail.refuse('a bigint', value)),
};
