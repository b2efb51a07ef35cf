import type { JsonSchema, ObjectSchema } from '@toolwright/contract';
import { growth } from '../../../../../scripts/growth.mjs';
import { FunctionTool, ToolRegistry } from '../../index.js';
import { ARGUMENTS } from '../explain/issue-sentences.js';
import { SchemaExplainer } from '../explain/schema-explainer.js';
import { SchemaChecker } from '../schema-checker.js';
import { createValidator } from './create-validator.js';
import { SchemaCompiler } from './schema-compiler.js';

const node: JsonSchema = { $ref: '#/$defs/Node' };
const branch = (name: string): JsonSchema => ({
  type: 'object',
  properties: { l: node, [name]: { type: 'string' } },
});
const holding = (Node: JsonSchema): ObjectSchema => ({
  type: 'object',
  properties: { node },
  required: ['node'],
  $defs: { Node },
});
const SCHEMAS: [string, ObjectSchema][] = [
  ['anyOf', holding({ anyOf: [branch('a'), branch('b')] })],
  ['oneOf', holding({ oneOf: [branch('a'), { ...branch('b'), required: ['b'] }] })],
  ['allOf', holding({ allOf: [branch('a'), branch('b')] })],
  ['not', holding({ ...branch('a'), not: { not: branch('b') } })],
  [
    'two unions',
    holding({ allOf: [{ anyOf: [branch('a'), branch('b')] }, { anyOf: [branch('c'), branch('d')] }] }),
  ],
];
/** Linters take a literal member of that name for a promise. */
const THEN = 'then';
const chain = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { l: chain(depth - 1, leaf) });
/** Counts how often a member is read. */
function counting(depth: number, count: { reads: number }): unknown {
  if (depth === 0) return { a: 1, b: 1, c: 1, d: 1 };
  const below = counting(depth - 1, count);
  return {
    get l() {
      count.reads += 1;
      return below;
    },
  };
}

describe.each(SCHEMAS)('a schema whose branches lead back to it: %s', (_, schema) => {
  const validators: [string, () => (value: unknown) => unknown][] = [
    ['compiled', () => createValidator(schema, new SchemaCompiler())],
    ['read', () => (value) => new SchemaChecker(schema, false).accepts(value)],
    ['explained', () => (value) => new SchemaExplainer(schema, false, ARGUMENTS).issues(value)],
  ];

  it.each(validators)('reads each level of the data equally often: %s', (_form, create) => {
    const validate = create();
    const reads = [10, 20, 40].map((depth) => {
      const count = { reads: 0 };
      validate({ node: counting(depth, count) });
      return count.reads;
    });
    const [short = 0, , long = 0] = reads;
    // Four times as deep; quadratic would be 16 times, doubling at each level 2³⁰ times.
    expect(long).toBeLessThan(short * 20);
  });

  it('gives the same verdicts in all ways of validation', () => {
    const plain = createValidator(schema, new SchemaCompiler());
    for (const leaf of [{}, { a: 'x' }, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, { b: 'x', c: 1, d: 1 }, 5]) {
      for (const depth of [0, 1, 2, 5]) {
        const value = { node: chain(depth, leaf) };
        const verdict = plain(value);
        expect(new SchemaChecker(schema, false).accepts(value)).toBe(verdict);
        expect(new SchemaExplainer(schema, false, ARGUMENTS).issues(value).length > 0).toBe(!verdict);
      }
    }
  });
});

it('compiles a schema object again after it has changed', () => {
  const validate = createValidator(SCHEMAS[0]?.[1] ?? {}, new SchemaCompiler());
  const leaf: { a: unknown; b: unknown } = { a: 'x', b: 'y' };
  const value = { node: { l: leaf } };
  expect(validate(value)).toBe(true);
  Object.assign(leaf, { a: 1, b: 1 });
  expect(validate(value)).toBe(false);
});

it.each(SCHEMAS)('quickly refuses a call with a wrong leaf deep inside: %s', async (_, parameters) => {
  const registry = new ToolRegistry().register(
    new FunctionTool({ name: 'walk', description: 'Walks.', parameters, fn: () => 'done' }),
  );
  const refuse = async (depth: number): Promise<void> => {
    const { error } = await registry.execute('walk', { node: chain(depth, { a: 1, b: 1, c: 1, d: 1 }) });
    if (parameters.$defs?.Node?.oneOf === undefined) expect(error).not.toBeNull();
  };
  expect(await growth(refuse, [10, 40, 160])).toBe('linear');
});

describe('a schema with keywords that only AJV knows', () => {
  // The type has only the keywords that codegen writes.
  const rare = (Node: object): ObjectSchema => holding(Node as JsonSchema);
  const either = [branch('a'), branch('b')];
  const SPLITTABLE: [string, ObjectSchema][] = [
    ['if', rare({ if: branch('a'), [THEN]: branch('b'), else: branch('c') })],
    ['contains', rare({ anyOf: either, type: 'object', contains: node })],
    ['dependentSchemas', rare({ anyOf: either, dependentSchemas: { l: branch('c') } })],
    ['not and if', rare({ not: { not: branch('a') }, if: branch('b'), [THEN]: branch('c') })],
  ];

  it.each(SPLITTABLE)('reads each level of the data equally often: %s', (_, schema) => {
    const validate = createValidator(schema, new SchemaCompiler());
    const [short = 0, , long = 0] = [10, 20, 40].map((depth) => {
      const count = { reads: 0 };
      validate({ node: counting(depth, count) });
      return count.reads;
    });
    expect(long).toBeLessThan(short * 20);
  });

  it.each([
    ...SPLITTABLE,
    ['unevaluatedProperties', rare({ anyOf: either, unevaluatedProperties: false })] as const,
  ])('quickly refuses a wrong leaf deep inside: %s', async (_, parameters) => {
    const tool = new FunctionTool({ name: 'walk', description: 'Walks.', parameters, fn: () => 'done' });
    const registry = new ToolRegistry().register(tool);
    expect((await registry.execute('walk', { node: chain(3, { a: 'x' }) })).error).toBeNull();
    const { error } = await registry.execute('walk', { node: chain(40, { a: 1, b: 1, c: 1 }) });
    expect(error).toMatch(/nested too deeply|do not match the schema/);
  });
});
