import fc from 'fast-check';
import stringWidth from 'string-width';
import { wrapText } from './wrap-text.js';

describe('wrapText', () => {
  it('wraps at words and keeps the indentation of the line', () => {
    expect(wrapText('one two three\n  four five six', 10)).toEqual([
      'one two',
      'three',
      '  four',
      '  five six',
    ]);
  });

  it('keeps empty lines and breaks words that are longer than a line', () => {
    expect(wrapText('a\n\nxxxxxxxxxxxxx', 10)).toEqual(['a', '', 'xxxxxxxxxx', 'xxx']);
  });

  it('loses nothing but whitespace, and stays within the width', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '京', 'é', '👍') });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 30 }), (whole, width) => {
        const lines = wrapText(whole, width);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
