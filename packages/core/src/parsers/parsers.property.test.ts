import { isToolwrightError } from '@toolwright/contract';
import { checkTags, type TagSet, type TagsRead } from '@toolwright/prompts';
import { typedSchema } from '@toolwright/tools';
import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { schemaAndValue } from '../output/schema-arbitrary.test.support.js';
import { parseAnswer } from './parse-answer.js';
import { parsers } from './parsers.js';

const use = fc.constantFrom('required' as const, 'optional' as const);
const uses = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), use);
const tagSets: fc.Arbitrary<TagSet> = fc.record({
  xml: uses('answer', 'plan', 'a.b'),
  markdown: uses('python', 'c++'),
  signals: uses('done', 'ok'),
});

/** Text with many pieces that look like tags. */
const pieces = fc.constantFrom(
  ...[
    '<answer>',
    '</answer>',
    '<answer/>',
    '<plan ',
    '</plan>',
    '<a.b>',
    '</a.b>',
    '<done/>',
    '<ok>',
    '<think>',
  ],
  ...[
    '</think>',
    '```',
    '```python',
    '~~~~',
    '```c++',
    '\n',
    ' ',
    '{"n":',
    '5}',
    '>',
    '<',
    'x',
    '&lt;',
    '\\',
  ],
);
const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 30 }).map((list) => list.join('')),
);
/** Contents of a tag that cannot be mistaken for a tag. */
const plain = ['a', ' ', '\n', '&', '{', '"', 'é', '-'] as const;
const words = (...unit: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...unit) }).map((text) => `x${text}y`);
const content = words(...plain);
const code = words(...plain, '`', '\n```', '\n~~~');

function valueFor(tags: TagSet): fc.Arbitrary<TagsRead> {
  const contents = (one: fc.Arbitrary<string>, given: TagSet['xml'] = {}) =>
    fc.record(
      Object.fromEntries(
        Object.entries(given).map(([name, use]) => [
          name,
          fc.array(one, { minLength: use === 'required' ? 1 : 0, maxLength: 3 }),
        ]),
      ),
    );
  const signals = Object.entries(tags.signals ?? {}).map(
    ([name, one]) => [name, one === 'required' ? fc.constant(true) : fc.boolean()] as const,
  );
  return fc.record({
    raw: fc.constant(''),
    xml: contents(content, tags.xml),
    markdown: contents(code, tags.markdown),
    signals: fc.record(Object.fromEntries(signals)),
  });
}

// C4
describe('the text that a parser writes', () => {
  it('is read by it: tags, blocks and signals', () => {
    const tagged = tagSets.chain((tags) => fc.tuple(fc.constant(tags), valueFor(tags)));
    fc.assert(
      fc.property(tagged, fc.constantFrom('', 'Sure:\n', '<think>hm</think>\n'), ([tags, value], before) => {
        checkTags(tags, 'p');
        const parser = parsers.tags(tags);
        // The arbitrary produces only these tags.
        const written = parser.format(value as Parameters<typeof parser.format>[0]);
        const text = `${before}${written}`;
        expect(parser.parse(text)).toEqual({ ...value, raw: text });
      }),
      { numRuns: 300 },
    );
  });

  it('is read by it: JSON, and texts', async () => {
    await fc.assert(
      fc.asyncProperty(schemaAndValue, async ({ schema, value }) => {
        const parser = parsers.json(typedSchema('Value', schema));
        expect(await parser.parse(parser.format(value))).toEqual(value);
      }),
      { numRuns: 100 },
    );
    fc.assert(
      fc.property(content, (text) => {
        expect(parsers.text.parse(parsers.text.format(text))).toBe(text);
      }),
    );
  });
});

// C4
describe('any text', () => {
  it('is read, or refused with a message for the model', async () => {
    const json = parsers.json({ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] });
    await fc.assert(
      fc.asyncProperty(hostile, tagSets, async (text, tags) => {
        const forms = [
          { parser: undefined, tags },
          { parser: parsers.tags(tags), tags: undefined },
          { parser: json, tags: undefined },
          { parser: undefined, tags: undefined },
        ];
        for (const form of forms) {
          const error: unknown = await parseAnswer(text, form).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          if (error === undefined) continue;
          expect(isToolwrightError(error) && [error.code, error.blame]).toEqual(['INVALID_OUTPUT', 'model']);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes time in proportion to its length', async () => {
    const parser = parsers.tags({
      xml: { a: 'optional' },
      markdown: { b: 'optional' },
      signals: { c: 'optional' },
    });
    for (const piece of ['<a ', '<a>', '</a>', '```b\n', '<c/', '<a x', '`', '~~~']) {
      const parse = (count: number): void => {
        try {
          parser.parse(piece.repeat(count));
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_OUTPUT' });
        }
      };
      expect(await growth(parse, [6_250, 25_000, 100_000])).toBe('linear');
    }
  });
});
