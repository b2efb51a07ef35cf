import fc from 'fast-check';
import { shorten } from './shorten.js';

describe('shorten', () => {
  it('keeps a text that fits', () => {
    expect(shorten('abc', { characters: 3, lines: 1 })).toBe('abc');
    expect(shorten('a\nb', { characters: 3, lines: 2 })).toBe('a\nb');
    expect(shorten('', { characters: 0, lines: 1 })).toBe('');
  });

  it('says how many characters are missing', () => {
    expect(shorten('abcdef', { characters: 5, lines: 1 })).toBe('abcde… 1 more character');
    expect(shorten('a\nb\nc', { characters: 99, lines: 2 })).toBe('a\nb\n… 2 more characters');
  });

  it('does not cut a character in two', () => {
    expect(shorten('a👍b', { characters: 2, lines: 1 })).toBe('a… 3 more characters');
  });

  it('accounts for every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, characters) => {
        const short = shorten(text, { characters, lines: 99 });
        const [, kept = '', missing = '0'] = /^(.*?)(?:\n?… ([\d,]+) more characters?)?$/s.exec(short) ?? [];
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.length + Number(missing.replaceAll(',', ''))).toBe(text.length);
      }),
    );
  });
});
