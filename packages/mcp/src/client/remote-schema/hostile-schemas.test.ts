import type { JsonSchema, JsonValue, ObjectSchema } from '@toolwright/contract';
import { dialectNames, getDialect } from '@toolwright/json-schema';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { growth } from '../../../../../scripts/growth.mjs';
import { readRemoteSchema } from './read-remote-schema.js';

function parametersOf(schema: object): ObjectSchema {
  const known = readRemoteSchema({ type: 'object', ...schema });
  return { ...known, type: 'object', properties: known.properties ?? {} };
}

function validate(parameters: ObjectSchema, args: JsonValue): boolean {
  const tool = new FunctionTool({
    name: 't',
    description: '',
    parameters,
    strictSchema: false,
    fn: () => null,
  });
  return new ToolRegistry().register(tool).validate('t', args).ok;
}

function nested(depth: number, wrap: (inner: object) => object, inner: object = { type: 'string' }): object {
  return depth === 0 ? inner : nested(depth - 1, wrap, wrap(inner));
}

/** Linters take a literal member of that name for a promise. */
const THEN = 'then';

const list = (count: number, make: (index: number) => object): Readonly<Record<string, object>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index}`, make(index)]));
const next = (index: number): object => ({ $ref: `#/$defs/d${index + 1}` });

describe('a hostile schema', () => {
  // Deep ones are as deep as JSON.parse and the test's own functions allow.
  const SCHEMAS: readonly (readonly [string, object])[] = [
    ['deep objects', { properties: { a: nested(2_000, (a) => ({ type: 'object', properties: { a } })) } }],
    ['deep unions', nested(2_000, (one) => ({ anyOf: [one, { type: 'number' }] }))],
    ['deep negations', nested(2_001, (not) => ({ not }))],
    ['a long chain of references', { $ref: '#/$defs/d0', $defs: list(5_000, next) }],
    ['a large circle', { $ref: '#/$defs/d0', $defs: list(1_000, (index) => next((index + 1) % 1_000)) }],
    [
      'a chain of objects',
      { properties: { a: next(-1) }, $defs: list(2_000, (index) => ({ properties: { a: next(index) } })) },
    ],
    [
      'branches that double at each step',
      {
        properties: { a: next(-1) },
        $defs: list(60, (index) => ({ allOf: [next(index), next(index), { type: ['string', 'object'] }] })),
      },
    ],
    [
      'members that double at each level',
      {
        properties: { a: next(-1) },
        $defs: list(60, (index) => ({
          allOf: [{ properties: { a: next(index) } }, { properties: { a: next(index) }, minProperties: 1 }],
        })),
      },
    ],
    [
      'members that double, beside unevaluatedProperties',
      {
        properties: { a: next(-1) },
        $defs: list(60, (index) => ({
          allOf: [{ properties: { a: next(index) } }, { properties: { a: next(index) } }],
          unevaluatedProperties: false,
        })),
      },
    ],
    [
      'members that double, with conditions',
      {
        properties: { a: next(-1) },
        $defs: list(60, (index) => ({
          if: { required: ['a'] },
          [THEN]: { allOf: [{ properties: { a: next(index) } }, { properties: { a: next(index) } }] },
          else: { required: ['missing'] },
        })),
      },
    ],
    [
      'a pattern that takes exponential time',
      { properties: { a: { type: 'string', pattern: '^(a+)+\\-$' } } },
    ],
    [
      'the name __proto__',
      JSON.parse('{"$defs":{"__proto__":{"type":"string"}},"$ref":"#/$defs/__proto__"}'),
    ],
    [
      'the name constructor',
      { $defs: { constructor: {} }, properties: { a: { $ref: '#/$defs/constructor' } } },
    ],
  ];
  const ARGS: readonly JsonValue[] = [
    { a: 'a'.repeat(5_000) },
    { a: JSON.parse(`${'{"a":'.repeat(50)}"x"${'}'.repeat(50)}`) },
    { a: JSON.parse(`${'{"a":'.repeat(40)}{}${'}'.repeat(40)}`) },
    {},
  ];

  it.each(SCHEMAS)('is read, sent and validated quickly: %s', (_, schema) => {
    const parameters = parametersOf(schema);
    for (const name of dialectNames) getDialect(name).lower(parameters);
    for (const args of ARGS) expect(typeof validate(parameters, args)).toBe('boolean');
    expect(Object.prototype).not.toHaveProperty('type');
  });

  it('is refused if it has more parts than a model would read', () => {
    const properties = list(30_000, () => ({}));
    expect(() => readRemoteSchema({ properties })).toThrow('more than 20000 parts');
  });

  it.each<[string, (count: number) => object]>([
    ['properties', (count) => ({ properties: list(count, () => ({ type: 'string', pattern: '^\\_' })) })],
    [
      'references',
      (count) => ({ properties: list(count, next), $defs: list(count, () => ({ type: 'null' })) }),
    ],
    ['a chain', (count) => ({ $ref: '#/$defs/d0', $defs: list(count, next) })],
    [
      'branches',
      (count) => ({ oneOf: Object.values(list(count, () => ({ required: ['a'], format: 'x' }))) }),
    ],
    ['names that differ in odd characters', (count) => ({ $defs: odd(count), allOf: oddReferences(count) })],
    ['repeated names', (count) => ({ properties: list(count, () => ({ $defs: { a: {} } })) })],
  ])('is read in time that grows with its size: %s', async (_, make) => {
    const schemas = new Map<number, object>();
    const read = (count: number): JsonSchema => {
      const schema = schemas.get(count) ?? make(count);
      schemas.set(count, schema);
      return readRemoteSchema({ ...schema });
    };
    expect(await growth(read, [500, 2_000, 8_000])).toBe('linear');
  });
});

function odd(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [oddName(index), {}]));
}

function oddReferences(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    $ref: `#/$defs/${encodeURIComponent(oddName(index))}`,
  }));
}

/** Names of one length that are written with the same plain characters. */
function oddName(index: number): string {
  return String.fromCodePoint(0x4e00 + (index % 100), 0x4e00 + Math.floor(index / 100));
}
