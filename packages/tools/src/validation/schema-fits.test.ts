import type { JsonSchema } from '@toolwright/contract';
import { fitsWithin, type Verdict } from '@toolwright/json-schema';
import { SchemaChecker } from './schema-checker.js';
import { schemaFits } from './schema-fits.js';

/** The verdict, and how many parts of values were looked at. */
function counted(
  inner: JsonSchema,
  outer: JsonSchema,
): { readonly verdict: Verdict; readonly steps: number } {
  let steps = 0;
  const verdict = fitsWithin(inner, outer, (root) => {
    const checker = new SchemaChecker(root, true, () => {
      steps += 1;
    });
    return (value, part) => checker.accepts(value, part);
  });
  return { verdict, steps };
}

const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

function nested(depth: number, leaf: JsonSchema, wrap: (inner: JsonSchema) => JsonSchema): JsonSchema {
  return times(depth, () => wrap).reduce((schema, one) => one(schema), leaf);
}

const inObject = (a: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { a },
  required: ['a'],
  additionalProperties: false,
});
const inArray = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 1 });

// F4
describe('schemaFits', () => {
  it.each([
    ['objects', inObject],
    ['arrays', inArray],
  ])('takes as long as nested %s are deep, to find an example', (_name, wrap) => {
    const at = (depth: number) =>
      counted(nested(depth, { type: 'string' }, wrap), nested(depth, { type: 'number' }, wrap));
    const [half, whole] = [at(400), at(800)];
    expect(half.verdict.answer).toBe('no');
    expect(whole.verdict.answer).toBe('no');
    expect(whole.steps).toBeLessThan(2.2 * half.steps);
  });

  it.each([
    ['objects', inObject],
    ['arrays', inArray],
  ])('decides on %s of any depth without overflowing the stack', (_name, wrap) => {
    const narrow = nested(12_000, { type: 'string', minLength: 1 }, wrap);
    const wide = nested(12_000, { type: 'string' }, wrap);
    expect(schemaFits(narrow, wide)).toEqual({ answer: 'yes' });
    // An example that nobody can print is none.
    expect(
      schemaFits(nested(2_000, { type: 'string' }, wrap), nested(2_000, { type: 'number' }, wrap)),
    ).toEqual({
      answer: 'unknown',
      reason: 'the only example is nested too deeply to show',
    });
  });

  it('compares a branch of a large union without tags only if it has changed', () => {
    const branch = (index: number, type: 'string' | 'number'): JsonSchema => ({
      type: 'object',
      properties: { [`p${index}`]: { type }, q: { type: 'string' } },
      required: [`p${index}`],
    });
    const before = { anyOf: times(3_000, (index) => branch(index, 'string')) };
    const after = { anyOf: times(3_000, (index) => branch(index, index === 7 ? 'number' : 'string')) };
    const wider = { anyOf: [...before.anyOf, branch(3_000, 'string')] };
    expect(schemaFits(before, wider)).toEqual({ answer: 'yes' });
    expect(schemaFits(before, after)).toMatchObject({ answer: 'no', example: { p7: expect.any(String) } });
    const others = { anyOf: times(1_000, (index) => branch(index, 'number')) };
    expect(schemaFits({ anyOf: before.anyOf.slice(0, 1_000) }, others)).toEqual({
      answer: 'unknown',
      reason: 'the schemas are too large to compare',
    });
  });

  it('stops at the first listed values that are refused, and when there are too many to be judged', () => {
    const values = { enum: times(3_000, (index) => `v${index}x`) };
    const patterns = (prefix: string): JsonSchema => ({
      anyOf: times(300, (index) => ({ type: 'string', pattern: `^${prefix}${index}[0-9]*x$` })),
    });
    const { verdict, steps } = counted(values, patterns('w'));
    expect(verdict.answer).toBe('no');
    // All listed values are judged by their own schema, and a few of them by each pattern.
    expect(steps).toBeLessThan(3_000 + 12 * 301);
    // The last pattern is the only one that matches.
    const { anyOf = [] } = patterns('w');
    const last = { anyOf: [...anyOf, { type: 'string' as const, pattern: '^v' }] };
    expect(schemaFits(values, last)).toEqual({
      answer: 'unknown',
      reason: 'the schemas are too large to compare',
    });
    expect(schemaFits({ enum: values.enum.slice(0, 100) }, last)).toEqual({ answer: 'yes' });
  });
});
