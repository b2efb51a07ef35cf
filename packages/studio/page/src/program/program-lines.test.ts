import fc from 'fast-check';
import { programLines } from './program-lines.js';
import { splitTokens } from './tokens.js';

const kinds = (code: string) => splitTokens(code).map(({ kind, text }) => `${kind} ${text}`);
const ROOM = { characters: 20_000, lines: 400 };

// J4
describe('the colours of a program', () => {
  it('tell comments, texts, keywords and numbers apart', () => {
    expect(kinds("const a = 12; // it's")).toEqual([
      'keyword const',
      'plain  a = ',
      'number 12',
      'plain ; ',
      "comment // it's",
    ]);
    expect(kinds("tools.delete('a\\'b'); /* x\n*/ return")).toEqual([
      'plain tools.delete(',
      "text 'a\\'b'",
      'plain ); ',
      'comment /* x\n*/',
      'plain  ',
      'keyword return',
    ]);
  });

  it('show the expressions in a template, and calls after a pattern with quotes, as code', () => {
    expect(kinds('`a \u0024{`b` + call({ c: 1 })} d`; x')).toEqual([
      'text `a \u0024{`b`',
      'plain  + call({ c: ',
      'number 1',
      'plain  })',
      'text } d`',
      'plain ; x',
    ]);
    expect(kinds("return /['/]/.test(a) / 2; refund()")).toEqual([
      'keyword return',
      'plain  ',
      "text /['/]/",
      'plain .test(a) / ',
      'number 2',
      'plain ; refund()',
    ]);
  });

  it('end a comment where the language does, so that no call hides in one', () => {
    expect(kinds('// a\u2028refund()')).toEqual(['comment // a', 'plain \u2028refund()']);
    expect(kinds('"a\nrefund()')).toEqual(['text "a', 'plain \nrefund()']);
  });

  it('keep every character of any text', () => {
    const unit = fc.constantFrom(...'\'"`/*\\\u0024{}[]\n\r\u2028 a1.é', '💶', '\ud800');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (code) => {
        const joined = splitTokens(code)
          .map(({ text }) => text)
          .join('');
        expect(joined).toBe(code);
      }),
    );
  });

  it.each(['/', '/[', "'", '`', '`${', '/*', '\\', '{', '}', '<b>', '\u0000', 'a.', '*', '=/[\\', '💶'])(
    'take linear time for a megabyte of %j',
    (piece) => {
      const code = piece.repeat(1_000_000 / piece.length);
      const started = performance.now();
      splitTokens(code);
      expect(performance.now() - started).toBeLessThan(3_000);
    },
  );
});

describe('the lines of a program', () => {
  it('are counted as TypeScript counts them', () => {
    const { lines, rest } = programLines('a\r\nb\u2028/* c\n*/ d', ROOM);
    expect(lines.map(({ number, parts }) => [number, parts.map(({ text }) => text).join('')])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, '/* c'],
      [4, '*/ d'],
    ]);
    expect(rest).toBe(0);
  });

  it('are shown as far as there is room, and the others are counted', () => {
    expect(programLines('x'.repeat(1_000_000), ROOM)).toMatchObject({ lines: [{}], rest: 980_000 });
    const { lines, rest } = programLines('\n'.repeat(5_000), ROOM);
    expect([lines.length, rest]).toEqual([400, 4_601]);
  });
});
