import * as fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { CharacterReader } from './characters.js';
import { compilePattern } from './compile-pattern.js';
import { hasOneWay } from './has-one-way.js';
import { matchesLinearly } from './linear-matcher.js';
import { matchesInTime } from './matches-in-time.js';
import { readPattern } from './pattern-program.js';
import { OTHERS, patterns, SAFE } from './patterns.test.support.js';

const word = new CharacterReader('u', []).read('\\w');

describe('compilePattern', () => {
  it.each(SAFE)('leaves %s to the engine, because each text can match in one way only', (source) => {
    const program = readPattern(source, 'u');
    expect(program && hasOneWay(program)).toBe(true);
  });

  it.each(OTHERS)('does not leave %s to the engine', (source) => {
    const program = readPattern(source, 'u');
    expect(program && hasOneWay(program)).toBe(false);
  });

  // Long enough for repetitions, too short to keep the engine busy.
  const texts = fc.array(fc.constantFrom(...'aabbcxX01.-_ =,@\n\u2028é😀\ud83d', 'ab', '.ts', '-', 'ÀÉ'), {
    maxLength: 11,
  });

  it.each([...SAFE, ...OTHERS])('gives the same verdicts as the engine: %s', (source) => {
    const engine = new RegExp(source, 'u');
    const program = readPattern(source, 'u');
    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join('');
        const verdict = engine.test(text);
        expect(compilePattern(source).test(text)).toBe(verdict);
        expect(program && matchesLinearly(program, text, word)).toBe(verdict);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same verdicts as the engine for patterns of any kind', () => {
    fc.assert(
      fc.property(patterns, texts, (source, pieces) => {
        // V8 also looks for a match of a lookaround in the middle of a surrogate pair, where the specification does not.
        const text = pieces.join('').replaceAll('😀', 'a').slice(0, 8);
        const program = readPattern(source, 'u');
        expect(program && matchesLinearly(program, text, word)).toBe(new RegExp(source, 'u').test(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([...SAFE, ...OTHERS])('takes time in proportion to the text: %s', async (source) => {
    const pattern = compilePattern(source);
    for (const piece of ['a', 'ab', 'x', '0', ' ', 'a.', 'a-', '-', 'aA', 'é', '=']) {
      const match = (length: number) => pattern.test(`${piece.repeat(length / piece.length)}!`);
      expect(await growth(match, [8_000, 32_000, 128_000])).toBe('linear');
    }
  });

  it('ignores case in the same way as the engine', () => {
    const url = compilePattern('^(?:\\S+(?::\\S*)?@)?[a-zß-ö]+$', 'iu');
    expect(['ABÖ', 'x:y@K', 'a b'].map((text) => url.test(text))).toEqual([true, true, false]);
  });

  it('stops a pattern that refers to its groups, which no linear matcher supports', () => {
    const pattern = compilePattern('^(a+)+\\1$');
    expect(pattern.test('aaa')).toBe(true);
    expect(pattern.test('ab')).toBe(false);
    expect(() => pattern.test(`${'a'.repeat(40)}!`)).toThrow(/takes too long to match the pattern/);
    expect(matchesInTime(/^a$/u, 'a')).toBe(true);
  });

  it('refuses an invalid regular expression', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
  });
});
