import * as fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { TextIndex } from './text-index.js';

/** Few letters, so that texts overlap and begin alike. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f511}'), minLength: 8, maxLength: 12 });

function indexOf(texts: readonly string[]): TextIndex {
  const index = new TextIndex();
  for (const text of texts) index.add(text);
  return index;
}

describe('an index of texts', () => {
  it('finds the longest text at each place, like a search for one after the other', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(word), (texts, parts) => {
        const whole = parts.join('');
        const expected = Array.from(whole.split(''), (_, start) => {
          const found = texts.filter((text) => whole.startsWith(text, start)).map(({ length }) => length);
          return found.length === 0 ? [] : [{ start, end: start + Math.max(...found) }];
        }).flat();
        expect(indexOf(texts).find(whole)).toEqual(expected);
      }),
    );
  });

  it('tells where a text may begin that is not complete yet', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('a', 'b') }),
        (texts, whole) => {
          const starts = Array.from(whole, (_, start) => start);
          const expected = starts.find((start) =>
            texts.some((text) => text.length > whole.length - start && text.startsWith(whole.slice(start))),
          );
          expect(indexOf(texts).beginning(whole)).toBe(expected ?? whole.length);
        },
      ),
    );
  });

  it('forgets what is removed, and nothing else', () => {
    const index = indexOf(['abcdefgh-1', 'abcdefgh-2', 'abcdefgh']);
    index.remove('abcdefgh-1');
    expect(index.find('abcdefgh-1 abcdefgh-2')).toEqual([
      { start: 0, end: 8 },
      { start: 11, end: 21 },
    ]);
    expect(index.beginning('abcdefgh-')).toBe(0);
    index.remove('abcdefgh-2');
    expect(index.beginning('abcdefgh-')).toBe(9);
  });

  it('takes time in proportion to the text, also with ten thousand texts', async () => {
    const index = indexOf(Array.from({ length: 10_000 }, (_, number) => `secret-number-${number}`));
    const find = (length: number) => index.find('secret-number- '.repeat(length));
    expect(await growth(find, [2_000, 8_000, 32_000])).toBe('linear');
  });
});
