import fc from 'fast-check';
import stringWidth from 'string-width';
import { textWidth } from './text-width.js';

const GRAPHEMES = [
  'a',
  ' ',
  'é',
  'e\u0301',
  '京',
  'ひ',
  'カ',
  '한',
  'ж',
  '→',
  '…',
  '├',
  '👍',
  '👍🏽',
  '👩‍👩‍👧',
  '🇳🇴',
  '1️⃣',
  '⚠️',
  '，',
];

describe('textWidth', () => {
  it('counts columns as string-width does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...GRAPHEMES)), (graphemes) => {
        const text = graphemes.join('');
        expect({ text, width: textWidth(text) }).toEqual({ text, width: stringWidth(text) });
      }),
    );
  });

  it.each(['soft\u00adhyphen', 'zero\u200bwidth', 'non\u200cjoiner', 'word\u2060joiner'])(
    'gives invisible characters no column: %j',
    (text) => {
      expect(textWidth(text)).toBe(text.length - 1);
    },
  );

  it('counts symbols without emoji presentation as one column', () => {
    expect(['™', '✔', '⚠', '❤'].map(textWidth)).toEqual([1, 1, 1, 1]);
  });
});
