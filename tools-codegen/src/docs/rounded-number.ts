/** A number literal in a text, and its value in JavaScript. */
export interface RoundedNumber {
  readonly literal: string;
  readonly value: number;
}

/**
 * Finds the first decimal literal in an expression that a double cannot represent: `9007199254740993` would become `9007199254740992`.
 * `bigint` literals and digits in strings are exact.
 */
export function findRoundedNumber(expression: string): RoundedNumber | undefined {
  for (const [token] of expression.matchAll(TOKEN)) {
    if (!DECIMAL.test(token)) continue;
    const literal = token.replaceAll('_', '');
    const value = Number(literal);
    if (!Number.isFinite(value) || significant(literal) !== significant(String(value))) {
      return { literal: token, value };
    }
  }
  return undefined;
}

/**
 * Matches strings, names and numbers. An unterminated string extends to the end, because the search would otherwise restart at each of its
 * quotes.
 */
const TOKEN =
  /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[\p{L}_$][\p{L}\p{N}_$]*|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+|\w+)?/gsu;

const DECIMAL = /^(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?$/;

/** Returns the digits without leading and trailing zeros, and the power of ten: equal for `10`, `1e1` and `10.0`. */
function significant(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const shortest = withoutTrailingZeros(digits);
  if (shortest === '') return '0';
  return `${shortest}e${Number(exponent) - fraction.length + digits.length - shortest.length}`;
}

/** A regular expression would take quadratic time for zeros that are not at the end. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
