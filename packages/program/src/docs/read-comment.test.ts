import fc from 'fast-check';
import { ts } from 'ts-morph';
import { growth } from '../../../../scripts/growth.mjs';
import { cases } from '../../../../scripts/thorough.mjs';
import { type ReadComment, readComment } from './read-comment.js';

function read(comment: string): ReadComment {
  const file = ts.createSourceFile(
    'input.ts',
    `${comment}\nexport type A = 1;`,
    ts.ScriptTarget.Latest,
    true,
  );
  const [statement] = file.statements;
  const doc = statement && ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1);
  if (doc === undefined) throw new Error('No comment.');
  return readComment(doc);
}

const textsIn = (comment: string): readonly string[] => {
  const { text, tags } = read(comment);
  return [text, ...tags.map((tag) => `${tag.name} ${tag.owner ?? ''}: ${tag.text}`)];
};

// A4
describe('readComment', () => {
  it.each([
    ['{object} options', 'options'],
    ['{Object[]} list', 'list'],
    ['options', 'options'],
    ['{Options} options', 'options'],
    ['{{ a: string, b: {} }} options', 'options'],
    ['{Record<string, () => void>} [options={ a: [1] }]', 'options'],
    ['...options', 'options'],
    ['`options`', 'options'],
  ])('reads tags of members beside `@param %s`', (written, owner) => {
    const comment = `/**\n * Run.\n * @param ${written} All.\n * @param {number} [${owner}.retries=2] How often.\n * @param {string} ${owner}[].deep.zone\n *   - Where.\n */`;
    expect(textsIn(comment)).toEqual([
      'Run.',
      `param ${owner}: All.`,
      `param ${owner}.retries: How often.`,
      `param ${owner}.deep.zone: - Where.`,
    ]);
    expect(read(comment).tags[1]?.fallback).toBe('2');
  });

  it('reads links, escaped signs and handles, and leaves code as it is', () => {
    const comment =
      '/** See {@link a.b}, {@link f()}, {@link c the\n * type}, {@linkcode d|it}, {@link https://x.org/a?b=c}, `{@link e}`, \\@bob and @alice. @pattern ^\\@{@link f}$ */';
    expect(textsIn(comment)).toEqual([
      'See a.b, f(), the\ntype, it, https://x.org/a?b=c, `{@link e}`, @bob and @alice.',
      'pattern : ^\\@f$',
    ]);
  });

  it('keeps line breaks and what a line is indented more than the first', () => {
    expect(
      textsIn(
        '/**\r\n * One\r\n *   - two @a\r\n *\r\n * three\r\n * @example\r\n *   a {\r\n *     @b\r\n *   }\r\n **/',
      ),
    ).toEqual(['One\n  - two @a\n\nthree', 'example : a {\n  @b\n}']);
  });

  it('says the same as the compiler of a comment without signs', () => {
    const part = fc.constantFrom('a', ' ', '\n', '\n * ', '\n   ', '\n *    ', '* ', '`', '{', 'b c', '\t');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const comment = `/** x${parts.join('').replaceAll('*/', '')} */`;
        const file = ts.createSourceFile('a.ts', `${comment}\ntype A = 1;`, ts.ScriptTarget.Latest, true);
        const [statement] = file.statements;
        const doc = statement && ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc);
        const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
        const expected = words(ts.getTextOfJSDocComment(doc?.comment) ?? '');
        expect(doc && words(readComment(doc).text)).toBe(expected);
      }),
      { numRuns: cases(200, 20_000) },
    );
  });

  it('loses no word, whatever stands in the text of a comment and of its tags', () => {
    const word = fc.constantFrom(
      'a',
      'b,',
      'c.',
      '@alice',
      '(@bob)',
      '@angular/core',
      'x@y.org',
      '`@tool`',
      '{@link z}',
      'e.g.',
      '@param,',
      '\\@d',
      '{',
      '}',
    );
    const sentence = fc.array(word, { maxLength: 8 }).map((words) => `w ${words.join(' ')}`);
    fc.assert(
      fc.property(
        sentence,
        fc.array(
          fc.tuple(
            fc.constantFrom('@param {Object} p', '@param [p.q]', '@returns', '@remarks', '@beta'),
            sentence,
          ),
        ),
        (text, tags) => {
          const lines = [text, ...tags.map(([tag, words]) => `${tag} ${words}`)];
          const comment = `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */`;
          const got = read(comment);
          const wordsOf = (all: readonly string[]): readonly string[] =>
            all.flatMap((one) => one.match(/\w+/g) ?? []);
          const expected = [text, ...tags.map(([, words]) => words)].map((one) =>
            one.replaceAll('@link', ''),
          );
          expect(wordsOf([got.text, ...got.tags.map((tag) => tag.text)])).toEqual(wordsOf(expected));
          expect(got.tags).toHaveLength(tags.length);
        },
      ),
      { numRuns: cases(300, 30_000) },
    );
  });

  it.each(['\n', ' ', '*', ' *\n', '{@link ', '{@link', '}', '"', '[', '\\@', ' @param {', '`', ' | '])(
    'takes about the same time for each of many %j',
    async (piece) => {
      const run = (size: number) => read(`/** Go ${piece.repeat(size)}x {@link ${piece.repeat(size)}b */`);
      expect(await growth(run, [2_000, 8_000, 32_000])).toBe('linear');
    },
  );
});
