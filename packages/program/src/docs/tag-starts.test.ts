import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { findTagStarts } from './tag-starts.js';

const namesIn = (comment: string): readonly string[] => findTagStarts(comment).map(({ name }) => name);

// A4
describe('findTagStarts', () => {
  it('finds tags that begin a line, also unknown ones', () => {
    expect(
      namesIn(
        '/** @tool\n * @beta\n   @param a @internal\n *@returns b\n * @TJS-format c\n * @items.type d */',
      ),
    ).toEqual(['tool', 'beta', 'param', 'returns', 'TJS-format', 'items.type']);
  });

  it.each([
    ['a handle', '/** Ask @alice or\n * @bob, or\n * (@carol). @dave knows. */'],
    ['a package', '/** Uses\n * @types/node and @param/x. @angular/core */'],
    ['a call', '/**\n * @Input() name\n */'],
    ['an address', '/** team@example.org, a.@param */'],
    ['an abbreviation', '/** As tags, e.g. @param, i.e. @returns a, cf. @default b, vs. @minimum 1 */'],
    ['an escaped sign', '/**\n * \\@tool\n * {@link tool} {@inheritDoc x}\n */'],
    ['code', '/** `@tool` and\n * ```\n * @param a\n * ```\n */'],
    ['a known word in a sentence', '/** Mentions @param in text, and @default of it; not @tool. */'],
  ])('takes %s for text', (_, comment) => {
    expect(namesIn(comment)).toEqual([]);
  });

  it.each([
    ['a full stop', '/** Adds. @tool */', ['tool']],
    ['another tag', '/** @integer @minimum 1 */', ['integer', 'minimum']],
    [
      'a value',
      '/** From 1 to 5. @minimum 1 @maximum 5 @example 2 @title Stars */',
      ['minimum', 'maximum', 'example', 'title'],
    ],
    [
      'a parameter in a comment of one line',
      '/** Adds. @param a One @param b Two @returns c */',
      ['param', 'param', 'returns'],
    ],
  ])('finds known tags after %s', (_, comment, names) => {
    expect(namesIn(comment)).toEqual(names);
  });

  it.each([
    '@minimum 0',
    '@integer',
    '@hidden',
    '@format email',
    '@pattern ^a+$',
    '@default UTC',
    '@default ["a b"]',
    '@example {"a": "@title b"}',
  ])('finds %s at the end of a comment without a full stop: no sentence ends so', (tag) => {
    const [, name = ''] = /^@(\w+)/.exec(tag) ?? [];
    expect(namesIn(`/** Width of it ${tag} */`)).toEqual([name]);
  });

  it('takes known words in sentences for text, whatever surrounds them', () => {
    const words = fc.array(
      fc.constantFrom('a', '@bob', '@angular/core', 'the @param of', 'see @default or', 'x,', '\n * '),
    );
    fc.assert(
      fc.property(words, (texts) => {
        const comment = `/** The ${texts.join(' ')} end. */`;
        const starts = namesIn(comment);
        // Those at the beginning of a line may be tags of the project's own.
        expect(starts.filter((name) => name !== 'bob')).toEqual([]);
      }),
    );
  });

  it('takes about the same time for each character of a long line', async () => {
    const sizes = [2_000, 8_000, 32_000] as const;
    for (const text of [' @param', ' @alice', '. @tool', ' @default x', ' {@link a}', ' `@a`'])
      expect(await growth((size) => findTagStarts(`/** ${text.repeat(size)} */`), sizes)).toBe('linear');
  });
});
