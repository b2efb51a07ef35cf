import fc from 'fast-check';
import { findMentions } from './mentions.js';

describe('findMentions', () => {
  it('finds whole words only', () => {
    const text = 'tool tools $tool toolbox a.tool(tool)';
    const { between } = findMentions(text, ['tool']);
    const found = Array.from(text, (_, index) => index).filter((index) => between(index, index + 1));
    expect(found).toEqual([0, 27, 32]);
  });

  it('accepts names with a dollar sign', () => {
    const { between } = findMentions('let a = $tool$(b)', ['$tool$']);
    expect(between(8, 9)).toBe(true);
    expect(between(9, 17)).toBe(false);
  });

  it('assumes a mention anywhere if letters are escaped', () => {
    expect(findMentions('t\\u006fol()', ['tool']).between(9, 9)).toBe(true);
  });

  it('agrees with a search at each position', () => {
    const words = fc.array(fc.constantFrom('tool', 'kit', ' ', '(', 'x'), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.nat(90), fc.nat(90), (parts, start, length) => {
        const text = parts.join(' ');
        const places = [...text.matchAll(/\b(?:tool|kit)\b/g)].map(({ index }) => index);
        const expected = places.some((place) => start <= place && place < start + length);
        expect(findMentions(text, ['tool', 'kit']).between(start, start + length)).toBe(expected);
      }),
    );
  });
});
