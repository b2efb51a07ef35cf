import * as fc from 'fast-check';
import { growth } from '../../../scripts/growth.mjs';
import { mergeSpans } from './spans.js';
import { TextIndex } from './text-index.js';

/** Few letters, so that texts overlap and begin alike. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f511}'), minLength: 8, maxLength: 12 });

function indexOf(texts: readonly string[]): TextIndex {
  const index = new TextIndex();
  for (const text of texts) index.add(text);
  return index;
}

describe('an index of texts', () => {
  it('finds what a search for one after the other finds, also after some were removed', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.nat(8), fc.array(word), (texts, removed, parts) => {
        const index = indexOf(texts);
        index.find('a');
        for (const text of texts.slice(0, removed)) index.remove(text);
        const whole = parts.join('');
        const expected = Array.from(whole.split(''), (_, start) => {
          const found = texts.slice(removed).filter((text) => whole.startsWith(text, start));
          return found.map((text) => ({ start, end: start + text.length }));
        }).flat();
        expect(index.find(whole)).toEqual(mergeSpans(expected));
      }),
    );
  });

  it('finds the same in pieces, also if the texts came one by one', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(word), fc.nat(9), (texts, parts, size) => {
        const index = new TextIndex();
        for (const text of texts) {
          index.add(text);
          index.find('a');
        }
        const scan = index.scan();
        const whole = parts.join('');
        for (let at = 0; at < whole.length; at += size + 1) scan.push(whole.slice(at, at + size + 1));
        expect(scan.spans).toEqual(indexOf(texts).find(whole));
        expect(scan.open).toBe(index.beginning(whole));
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

  it('keeps a text that was added twice and removed once', () => {
    const index = indexOf(['abcdefgh', 'abcdefgh']);
    index.remove('abcdefgh');
    expect(index.find('abcdefgh')).toEqual([{ start: 0, end: 8 }]);
    index.remove('abcdefgh');
    expect(index.find('abcdefgh')).toEqual([]);
  });

  it.each<[string, readonly string[], string]>([
    ['ten thousand texts', Array.from({ length: 10_000 }, (_, n) => `secret-number-${n}`), 'secret-number- '],
    ['a long text of one letter', ['a'.repeat(16_000)], 'a'],
    [
      'texts of many lengths that begin alike',
      Array.from({ length: 3_000 }, (_, n) => `${'a'.repeat(n + 8)}Z${n}`),
      'a',
    ],
  ])('takes time in proportion to the text, with %s', async (_name, texts, piece) => {
    const index = indexOf(texts);
    index.find(piece);
    expect(await growth((length) => index.find(piece.repeat(length)), [20_000, 80_000, 320_000])).toBe(
      'linear',
    );
    const stream = (length: number) => {
      const scan = index.scan();
      for (let count = 0; count < length; count += 1) scan.push(piece);
    };
    expect(await growth(stream, [20_000, 80_000, 320_000])).toBe('linear');
  });

  it('takes time in proportion to the texts if they are added one by one', async () => {
    const add = (length: number) => {
      const index = new TextIndex();
      for (let number = 0; number < length; number += 1) {
        index.add(`secret-number-${number}`);
        index.find('secret');
      }
    };
    expect(await growth(add, [2_000, 8_000, 32_000])).toBe('linear');
  });
});
