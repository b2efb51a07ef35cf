import fc from 'fast-check';
import { wholeDigits } from './whole-digits.js';

describe('the digits of a whole number in JSON', () => {
  it.each([
    ['7', '7'],
    ['7.0', '7'],
    ['-0', '0'],
    ['-0.0e5', '0'],
    ['0e999999999', '0'],
    ['1e21', `1${'0'.repeat(21)}`],
    ['1E+21', `1${'0'.repeat(21)}`],
    ['100000000000000000000.0', '100000000000000000000'],
    ['-9007199254740993.00', '-9007199254740993'],
    ['9007199254740993e0', '9007199254740993'],
    ['1.2345678901234567890123e22', '12345678901234567890123'],
    ['1500e-2', '15'],
    ['1e1000', `1${'0'.repeat(1000)}`],
  ])('are read from %s', (text, digits) => {
    expect(wholeDigits(text)).toBe(digits);
  });

  it.each([
    '1.5',
    '12e-1',
    '1e-999999999',
    '1e1001',
    '1e999999999',
    '1e99999999999999999999',
    '',
    '01',
    '1n',
  ])('are not invented for %j', (text) => {
    expect(wholeDigits(text)).toBeUndefined();
  });

  it('are the same wherever the decimal point is', () => {
    const number = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    fc.assert(
      fc.property(number, fc.nat(60), (value, places) => {
        const sign = value < 0n ? '-' : '';
        const digits = String(value)
          .replace('-', '')
          .padStart(places + 1, '0');
        const point = digits.length - places;
        const fraction = places === 0 ? '' : `.${digits.slice(point)}`;
        expect(wholeDigits(`${sign}${digits.slice(0, point)}${fraction}e${places}`)).toBe(String(value));
      }),
    );
  });
});
