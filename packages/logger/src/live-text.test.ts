import fc from 'fast-check';
import stringWidth from 'string-width';
import { LiveText } from './live-text.js';

function show(pieces: readonly string[], width: number, column = 0): string[] {
  const live = new LiveText(width, column);
  const lines = [''];
  const add = ([first = '', ...more]: readonly string[]) => {
    lines[lines.length - 1] += first;
    lines.push(...more);
  };
  for (const piece of pieces) add(live.push(piece));
  add(live.end());
  return lines;
}

const word = fc.oneof(
  fc.stringMatching(/^[a-z.,/]{1,30}$/),
  fc.constantFrom('東京都庁の天気', '👩‍👩‍👧', 'café', '🇳🇴'),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '  ', '\n', '\n\n', '\n    ')), { maxLength: 40 })
  .map((parts) => parts.flat().join(''));

describe('LiveText', () => {
  it('loses nothing but whitespace, and stays within the width, however the text is cut', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 21, max: 69 }),
        (whole, size, width) => {
          const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
          const lines = show(pieces, width);
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
          // A grapheme that is split counts for more columns than it takes, never for fewer.
          for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('shows words at once if there is room', () => {
    const live = new LiveText(40, 0);
    expect(live.push('Hel')).toEqual(['Hel']);
    expect(live.push('lo wor')).toEqual(['lo wor']);
    expect(live.push('ld')).toEqual(['ld']);
  });

  it('holds a word that may not fit until its end is known', () => {
    const live = new LiveText(20, 0);
    expect(live.push('123456789 12345 ')).toEqual(['123456789 12345']);
    expect(live.push('ab')).toEqual(['']);
    expect(live.push('cd')).toEqual(['']);
    expect(live.push('ef')).toEqual(['', 'abcdef']);
    expect(live.end()).toEqual(['']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(show(['x'.repeat(25)], 10)).toEqual(['xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxx']);
    expect(show([...'x'.repeat(25)], 10)).toEqual(['xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxx']);
  });

  it('begins after what the first line already holds', () => {
    expect(show(['abc defg'], 10, 4)).toEqual(['abc', 'defg']);
  });

  it('indents wrapped lines like their line, up to half the width', () => {
    expect(show(['a\n  bcd efg hij'], 10)).toEqual(['a', '  bcd efg', '  hij']);
    expect(show([`a\n${' '.repeat(30)}bcd efg`], 10)).toEqual(['a', '     bcd', '     efg']);
  });
});
