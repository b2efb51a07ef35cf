import fc from 'fast-check';
import { findCodeSigns } from './code-signs.js';

/** The words that follow an `@` in code. */
function signsIn(comment: string): string[] {
  return [...findCodeSigns(comment)].map((at) => /^@\w*/.exec(comment.slice(at))?.[0] ?? '');
}

describe('findCodeSigns', () => {
  it('finds those between fences', () => {
    const comment = '/**\n * @a\n * ```ts\n * @b\n *   @c\n * ```\n * @d\n * ~~~\n * @e\n * ~~~ */';
    expect(signsIn(comment)).toEqual(['@b', '@c', '@e']);
  });

  it('ends a fence with one that is as long', () => {
    expect(signsIn('/**\n````\n@a\n```\n@b\n````\n@c */')).toEqual(['@a', '@b']);
  });

  it('ignores a fence without an end', () => {
    expect(signsIn('/**\n * ```ts\n * @tool\n */')).toEqual([]);
    expect(signsIn('/**\n * ```\n * @a\n * ``` not the end\n */')).toEqual([]);
  });

  it('finds those in a code span, and none after a single backtick', () => {
    expect(signsIn('/** `@a` @b ``x ` @c`` @d `\n * @e` */')).toEqual(['@a', '@c']);
  });

  it('finds only signs, whatever the text', () => {
    const parts = fc.array(fc.constantFrom('@', '`', '``', '```', '~~~', '\n', ' * ', 'a'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(parts, (texts) => {
        const comment = texts.join('');
        for (const at of findCodeSigns(comment)) expect(comment[at]).toBe('@');
      }),
    );
  });

  it('takes about the same time for each character of long comments', () => {
    const fences = Array.from({ length: 1000 }, (_, index) => '`'.repeat(1003 - index)).join('x\n');
    for (const comment of ['`'.repeat(2e5), '` `` '.repeat(1e5), '```a\n'.repeat(1e5), fences]) {
      expect(findCodeSigns(`/** @ ${comment}`).size).toBeLessThan(2);
    }
  });
});
