import * as fc from 'fast-check';
import { graphemes } from './graphemes.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

describe('graphemes', () => {
  it('are those of the whole text', () => {
    const unit = fc.constantFrom('a', 'é', '👩‍👧', '🇳🇴', '\u0301', '\ud83d', '東', '\r\n');
    fc.assert(
      fc.property(fc.array(unit, { minLength: 100, maxLength: 600 }), (units) => {
        const text = units.join('');
        const whole = Array.from(segmenter.segment(text), ({ segment }) => segment);
        // In a long row of flags, the split may separate the two halves of a flag.
        fc.pre(!text.includes('🇳🇴🇳🇴') && whole.every(({ length }) => length < 100));
        expect([...graphemes(text)]).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('of one endless character are split', () => {
    const text = `a${'\u0301'.repeat(2_000)}`;
    const parts = [...graphemes(text)];
    expect(parts.join('')).toBe(text);
    expect(parts.length).toBeLessThan(20);
  });
});
