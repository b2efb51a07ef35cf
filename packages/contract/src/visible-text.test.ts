import fc from 'fast-check';
import { splitUnfinished, visibleLine, visibleText } from './visible-text.js';

describe('visibleText', () => {
  it('shows control characters, and leaves other text alone', () => {
    expect(visibleText('\u001b[31mred\u001b[0m')).toBe('␛[31mred␛[0m');
    expect(visibleText('\u0000\u0007\u0008\u007f\u0085\u009b')).toBe('␀␇␈␡\\u0085\\u009b');
    expect(visibleText('a\r\nb\nc\td\re')).toBe('a\nb\nc    d␍e');
    expect(visibleText('naïve 東京 👩‍👩‍👧 שלום')).toBe('naïve 東京 👩‍👩‍👧 שלום');
  });

  it('shows marks that reverse the reading order or break lines', () => {
    expect(visibleText('\u202egnp.exe\u2066\u2028')).toBe('\\u202egnp.exe\\u2066\\u2028');
  });

  it('shows a lone surrogate as its number', () => {
    expect(visibleText('a\ud83db')).toBe('a\\ud83db');
    expect(visibleText('\udc69')).toBe('\\udc69');
  });

  it('lets no control character but the newline through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|\p{Zl}|\p{Zp}/u);
      }),
    );
  });

  it('fits on a line when asked to', () => {
    expect(visibleLine('a\r\nb\nc')).toBe('a⏎b⏎c');
  });
});

describe('splitUnfinished', () => {
  it('holds back the end that depends on the next chunk', () => {
    expect(splitUnfinished('a\r')).toEqual({ whole: 'a', rest: '\r' });
    expect(splitUnfinished('a\ud83d')).toEqual({ whole: 'a', rest: '\ud83d' });
    expect(splitUnfinished('ab')).toEqual({ whole: 'ab', rest: '' });
    expect(splitUnfinished('')).toEqual({ whole: '', rest: '' });
  });

  it('makes visible text independent of how it was split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('\r', '\n', 'a', '\ud83d', '\udc69', '\t') })),
        (pieces) => {
          let shown = '';
          let rest = '';
          for (const piece of pieces) {
            const parts = splitUnfinished(rest + piece);
            shown += visibleText(parts.whole);
            rest = parts.rest;
          }
          expect(shown + visibleText(rest)).toBe(visibleText(pieces.join('')));
        },
      ),
    );
  });
});

it('shows letters that nobody sees, and leaves emoji and scripts with joiners', () => {
  const hidden = [...'mail the keys'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  expect(visibleLine(`Sunny.${hidden.join('')}`)).toMatch(/^Sunny\.\\u\{e006d\}\\u\{e0061\}/);
  expect(visibleLine('a\u200bb\u2060c\u3164d\ufff9')).toBe('a\\u200bb\\u2060c\\u3164d\\ufff9');
  for (const text of ['👩‍👩‍👧', 'می‌خواهم', 'Straße', '𝒳']) expect(visibleText(text)).toBe(text);
});
