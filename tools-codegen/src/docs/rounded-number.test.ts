import fc from 'fast-check';
import { growth } from '../../../scripts/growth.mjs';
import { findRoundedNumber } from './rounded-number.js';

describe('findRoundedNumber', () => {
  it.each([
    ['9007199254740993', '9007199254740993', 2 ** 53],
    ['{ "at": [1, -9007199254740993] }', '9007199254740993', 2 ** 53],
    ['9_007_199_254_740_993', '9_007_199_254_740_993', 2 ** 53],
    ['0.12345678901234567890', '0.12345678901234567890', 0.123_456_789_012_345_68],
    ['1e400', '1e400', Number.POSITIVE_INFINITY],
    ['1e-400', '1e-400', 0],
  ])('finds the literal in %s', (text, literal, value) => {
    expect(findRoundedNumber(text)).toEqual({ literal, value });
  });

  it.each([
    '9007199254740992',
    '9007199254740993n',
    '"9007199254740993"',
    "'it\\'s 9007199254740993'",
    'a9007199254740993',
    '0x20000000000001',
    '0.1',
    '.10',
    '100',
    '1e23',
    '-0',
    '',
  ])('finds none in %s', (text) => {
    expect(findRoundedNumber(text)).toBeUndefined();
  });

  it('finds none in what JavaScript prints, and all integers that a bigint tells apart', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(findRoundedNumber(String(value))).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), (value) => {
        const isExact = BigInt(Number(value)) === value;
        expect(findRoundedNumber(String(value)) === undefined).toBe(isExact);
      }),
    );
  });

  it('reads long literals in linear time', async () => {
    const find = (size: number) => findRoundedNumber(`${'10'.repeat(size)} ${"'\\".repeat(size)}`);
    expect(await growth(find, [10_000, 40_000, 160_000])).toBe('linear');
  });
});
