import fc from 'fast-check';
import { checkMessage, showHidden } from './check-message.js';
import { composeMessage, composePlain } from './compose-message.js';

// E11
describe('the text of a commit', () => {
  it('has a title of one line and at most 72 characters, then an empty line', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(fc.option(text), text, text, (emoji, rest, message) => {
        const title = `a${rest}`;
        const [first = '', second] = composeMessage({ emoji, title, message }).split('\n');
        expect([...first].length).toBeLessThanOrEqual(72);
        expect(second).toBe('');
      }),
    );
  });

  it('is refused without a title', () => {
    expect(() => composeMessage({ emoji: null, title: ' \n\u0000', message: 'x' })).toThrow('no title');
  });

  it('has one kind of line break, and keeps hidden characters so that they are found', () => {
    expect(composeMessage({ emoji: null, title: 'A\r\nB\u202e', message: 'x\u0000\r\ny' })).toBe(
      'A B\u202e\n\nx\u0000\ny\n',
    );
  });

  it('is made of plain text if the model writes no JSON', () => {
    expect(composePlain('```\n# Fix the sum\n\nIt was off by one.\n```')).toBe(
      'Fix the sum\n\nIt was off by one.\n',
    );
    const long = `${'word '.repeat(20)}end`;
    expect(composePlain(long)).toMatch(/^(word ){13}word w?…\n\n(word ){20}end\n$/);
  });
});

describe('the check of a message', () => {
  it.each([
    ['\u202e', 'U+202E'],
    ['\u001b', 'U+001B'],
    ['\u0000', 'U+0000'],
    ['\u200b', 'U+200B'],
    ['se\u200dcret', 'U+200D'],
    ['\u{e0041}', 'U+E0041'],
    ['\u2028', 'U+2028'],
    ['\u3164', 'U+3164'],
    ['\ud800', 'U+D800'],
    ['\ufffe', 'U+FFFE'],
    ['\u{10ffff}', 'U+10FFFF'],
    ['\ufdd0', 'U+FDD0'],
    ['\u2800', 'U+2800'],
    ['\ufffc', 'U+FFFC'],
    ['\ue000', 'U+E000'],
    ['\u{f0000}', 'U+F0000'],
  ])('finds the hidden %j', (text, code) => {
    expect(checkMessage(`a${text}b\n`).hidden).toEqual([code]);
    expect(showHidden(`a${text}b`)).toContain(`<${code}>`);
  });

  it('accepts emoji and joined letters', () => {
    const text = '⚡️ 👩‍🚀 👍🏽 1️⃣ می‌خواهم क्‍ष\n\tTab\n';
    expect(checkMessage(text).hidden).toEqual([]);
    expect(showHidden(text)).toBe(text);
  });

  it.each([
    ['Fix\n\nSigned-off-by: Linus <l@example.org>\n', 'speaks for somebody'],
    ['Fix\n\nco-authored-by : B <b@example.org>\n', 'speaks for somebody'],
    ['Fix\n\nChange-Id: I123\n', 'speaks for somebody'],
    ['fixup! Begin\n', 'folds the commit'],
    ['amend! Begin\n', 'folds the commit'],
    ['Fix [skip ci]\n', 'no checks would run'],
    ['Fix ***NO_CI***\n', 'no checks would run'],
    ...[
      '[skip-ci]',
      '[skip_ci]',
      '[no-ci]',
      '[CI-Skip]',
      '[skip travis]',
      '[travis-ci skip]',
      '[skip netlify]',
    ]
      .concat(
        '[skip appveyor]',
        '[azurepipelines skip]',
        '[skip azp]',
        '[skip-cd]',
        '[vela skip]',
        '[skipRun]',
      )
      .concat(
        '[CF-Pages-Skip]',
        '[vercel skip]',
        '--skip-ci',
        '\n\nskip-checks: true',
        '\n\nskip-checks:true',
      )
      .map((words): [string, string] => [
        `Fix ${words}\n`,
        `It holds "${words.trim()}", so no checks would run.`,
      ]),
    [`Fix\n\n${'x'.repeat(30_000)}\n`, '30006 characters long'],
  ])('asks about %j', (text, claim) => {
    expect(checkMessage(text).claims).toEqual([expect.stringContaining(claim)]);
  });

  it('asks nothing about an ordinary message', () => {
    const text =
      'feat(api)!: add\n\nBREAKING CHANGE: rename\n\nStand by: nobody. Fixes #12\n[skip] [no data] [skip tests] skip-checks: false\n';
    expect(checkMessage(text)).toEqual({ hidden: [], claims: [] });
  });

  it('takes time in proportion to the text', () => {
    const time = (size: number) => {
      const begun = performance.now();
      checkMessage(`${'a'.repeat(size)}${' '.repeat(size)}${'-by'.repeat(size)}${'\u200d'.repeat(size)}`);
      return performance.now() - begun;
    };
    time(10_000);
    expect(time(400_000)).toBeLessThan(40 * time(100_000) + 1_000);
  });
});
