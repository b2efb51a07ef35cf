/** The maximum number of added zeros, more than any real amount or id has. It prevents `1e999999999` from becoming a billion digits. */
const MAX_ZEROS = 1000;

/**
 * Returns the decimal digits of a JSON number that is whole, in any notation: `7.0` is `7`, and `1e21` is 1 with 21 zeros. Returns
 * undefined for fractions, and for exponents that would add more than 1,000 zeros.
 */
export function wholeDigits(text: string): string | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const zeros = Number(exponent) - fraction.length;
  if (zeros > MAX_ZEROS) return undefined;
  if (zeros >= 0) return sign + digits + '0'.repeat(zeros);
  const end = digits.length + zeros;
  return end > 0 && /^0*$/.test(digits.slice(end)) ? sign + digits.slice(0, end) : undefined;
}

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
