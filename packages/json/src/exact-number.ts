/**
 * A JSON number that a JavaScript number cannot represent exactly: an integer beyond 2⁵³ such as `9007199254740993`, or a number that
 * overflows (`1e999`) or underflows (`1e-999`). Tools and outputs never receive one: it becomes a `bigint` or a string, or is refused.
 */
export class ExactNumber {
  /** The original JSON text of the number. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the digits, so that `JSON.stringify` writes them as a string, without loss. `writeJson` writes a number instead. */
  toJSON(): string {
    return this.text;
  }

  toString(): string {
    return this.text;
  }
}

/**
 * Returns the value of a JSON number. Fractions below 2⁵³ are rounded to the nearest double, as in every JSON parser. Any other number
 * that a double cannot represent becomes an {@link ExactNumber}.
 */
export function toNumber(text: string): number | ExactNumber {
  const number = Number(text);
  if (text.length < SAFE_LENGTH && Number.isFinite(number) && number !== 0) return number;
  if (Math.abs(number) < 2 ** 53 && number !== 0) return number;
  return significand(text) === significand(String(number)) ? number : new ExactNumber(text);
}

/** Shorter numbers have at most 15 digits, which a double represents exactly. */
const SAFE_LENGTH = 16;

/** Returns a number's sign, significant digits and scale, which are the same for equal numbers. */
function significand(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = trimZeros(digits);
  if (trimmed === '') return '0';
  const scale = Number(exponent) - fraction.length + digits.length - trimmed.length;
  return `${sign}${trimmed}e${scale}`;
}

const PARTS = /^(-?)(\d+|Infinity)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function trimZeros(digits: string): string {
  let end = digits.length;
  // A regular expression such as /0+$/ can take quadratic time.
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
