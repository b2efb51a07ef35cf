import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { isToolwrightError } from '@toolwright/contract';
import { typedSchema } from '@toolwright/tools';
import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { cases } from '../../../../scripts/thorough.mjs';
import { parseOutput } from './parse-output.js';
import type { ParsedOutput } from './parsed-output.js';
import { schemaAndValue } from './schema-arbitrary.test.support.js';

/** A small number, since each schema is compiled separately. */
const RUNS = cases(50, 1_000);

/** The result of a text, or undefined if it is refused. Any other error fails the test, and so does an invalid value. */
async function parseOrRefuse(text: string, schema: JsonSchema): Promise<ParsedOutput | undefined> {
  const parsed = await parseOutput(text, schema).catch((error: unknown) => {
    if (isToolwrightError(error) && error.code === 'INVALID_OUTPUT') return undefined;
    throw error;
  });
  if (parsed !== undefined) {
    const { issues } = await typedSchema('Output', schema)['~standard'].validate(parsed.value);
    expect(issues).toBeUndefined();
  }
  return parsed;
}

const prose = fc.constantFrom('', 'Sure! ', "Here's it:\n", '<think>hm</think>\n', '**', '\n\n');

// E10
describe('any value of any schema', () => {
  it('is read unchanged and without a warning, however it is indented and wrapped', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemaAndValue,
        fc.nat(3),
        prose,
        fc.boolean(),
        async ({ schema, value }, indent, before, fenced) => {
          const json = JSON.stringify(value, null, indent);
          const text = before + (fenced ? `\`\`\`json\n${json}\n\`\`\`` : json);
          const parsed = await parseOrRefuse(text, schema);
          expect(parsed).toEqual({ value, warnings: [], recovered: false });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('that is truncated anywhere is refused or read in part', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemaAndValue,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ({ schema, value }, share) => {
          const json = JSON.stringify(value);
          const cut = json.slice(0, Math.floor(json.length * share));
          fc.pre(cut.length < json.length);
          const parsed = await parseOrRefuse(cut, schema);
          if (parsed === undefined) return;
          expect(parsed.recovered).toBe(true);
          expect(unexplained(parsed.value, value)).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('that lacks members gets no others instead', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemaAndValue,
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        async ({ schema, value }, picks) => {
          const parsed = await parseOrRefuse(JSON.stringify(dropMembers(value, picks)), schema);
          if (parsed !== undefined) expect(unexplained(parsed.value, value)).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('with any character changed is repaired to a valid value, or refused', async () => {
    const noise = fc.constantFrom(
      '',
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '\n',
      '/',
      '#',
      'x',
      '`',
      '\u0000',
    );
    await fc.assert(
      fc.asyncProperty(
        schemaAndValue,
        fc.nat(),
        noise,
        fc.nat(2),
        async ({ schema, value }, place, put, take) => {
          const json = JSON.stringify(value);
          const at = place % json.length;
          await parseOrRefuse(json.slice(0, at) + put + json.slice(at + take), schema);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });
});

describe('any text', () => {
  const tokens = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '`',
      ',',
      ':',
      '\\',
      '\n',
      ' ',
      '//',
      '/*',
      '*/',
      '```',
      '```json\n',
      '“',
      '”',
    ],
    ...[
      '<think>',
      '</think>',
      'null',
      'None',
      'true',
      'a',
      '"a"',
      '"a":',
      '1',
      '-',
      '.',
      '...',
      '\u0000',
      '+',
      '=',
      '\\u12',
    ],
  );
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' } },
    additionalProperties: false,
    $defs: {
      A: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/A' } }, { $ref: '#/$defs/B' }],
      },
      B: { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, additionalProperties: false },
    },
  };

  it('is read or refused', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(tokens, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await parseOrRefuse(text, schema);
      }),
      { numRuns: 4 * RUNS, examples: [['{"a":true}']] },
    );
  });

  it.each([
    ['brackets that open', '{"a":['.repeat(20_000)],
    ['lists', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(50_000)],
    ['complete and too deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['quotes', '{"a":"x '.repeat(10_000)],
    ['small objects', '{"b":1} '.repeat(20_000)],
    ['thoughts', '<think>'.repeat(20_000)],
    ['fences', '```json\n{'.repeat(10_000)],
    ['spaces after quotes', `{"a":${'" '.repeat(20_000)}`],
    ['escapes', `{"a":"${'\\'.repeat(100_001)}`],
    ['comments', `{${'/*'.repeat(50_000)}`],
    ['one long string', `{"a":"${'x'.repeat(500_000)}`],
  ])('that is hostile takes linear time: %s', async (_kind, text) => {
    const parsePart = (sixteenths: number) =>
      parseOrRefuse(text.slice(0, (text.length * sixteenths) / 16), schema);
    expect(await growth(parsePart, [1, 4, 16])).toBe('linear');
  });
});

/** Leaves of a value that differ from the original's leaf in the same place and are not its beginning. */
function unexplained(value: unknown, original: unknown, path = '$'): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => {
      const source: unknown =
        typeof original === 'object' && original !== null ? Reflect.get(original, key) : undefined;
      return unexplained(member, source, `${path}.${key}`);
    });
  }
  const isBeginning = typeof value === 'string' && typeof original === 'string' && original.startsWith(value);
  return value === original || isBeginning ? [] : [`${path} is ${JSON.stringify(value)}`];
}

/** The value without the object members at these places, counted in order. */
function dropMembers(value: JsonValue, picks: readonly number[]): JsonValue {
  const count = JSON.stringify(value).split(':').length;
  const dropped = new Set(picks.map((pick) => pick % count));
  let index = -1;
  const text = JSON.stringify(value, function (this: unknown, key, member: unknown) {
    if (key === '' && index < 0) return member;
    index += 1;
    return dropped.has(index) && !Array.isArray(this) ? undefined : member;
  });
  return JSON.parse(text);
}
