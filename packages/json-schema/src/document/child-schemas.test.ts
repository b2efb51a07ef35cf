import { createRequire } from 'node:module';
import type { JsonSchema } from '@toolwright/contract';
import { measureSchema } from '../limits/measure-schema.js';
import { childSchemas, type Holding, holdingOf, schemasWithin } from './child-schemas.js';
import { findCycles, referencesIn } from './cycles.js';
import { isDeeplyLinked } from './is-deeply-linked.js';
import { schemaTraits } from './schema-traits.js';

const load = createRequire(import.meta.url);
/** What the meta-schemas of draft 2020-12 say of each keyword. */
const described = Object.entries<unknown>(
  Object.assign(
    {},
    ...['core', 'applicator', 'unevaluated', 'validation', 'meta-data'].map(
      (vocabulary) => load(`ajv/dist/refs/json-schema-2020-12/meta/${vocabulary}.json`).properties,
    ),
  ),
);
const keywords = described.flatMap(([keyword, schema]) => {
  const holding = heldBy(schema);
  return holding === undefined ? [] : [[keyword, holding] as const];
});

function heldBy(schema: unknown): Holding | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if ('$dynamicRef' in schema) return 'one';
  if ('$ref' in schema) return schema.$ref === '#/$defs/schemaArray' ? 'list' : undefined;
  const inner = 'additionalProperties' in schema ? schema.additionalProperties : undefined;
  return typeof inner === 'object' && inner !== null && '$dynamicRef' in inner ? 'named' : undefined;
}

const holding: Readonly<Record<Holding, (schema: JsonSchema) => unknown>> = {
  one: (schema) => schema,
  list: (schema) => [{ type: 'string' }, schema],
  named: (schema) => ({ one: { type: 'string' }, inner: schema }),
};

it('knows every keyword that holds schemas, and no other', () => {
  expect(keywords.length).toBeGreaterThan(15);
  for (const [keyword] of described)
    expect([keyword, holdingOf(keyword)]).toEqual([keyword, new Map(keywords).get(keyword)]);
});

describe.each(keywords)('a schema below %s', (keyword, kind) => {
  const inner: JsonSchema = { type: 'object', properties: { toString: { $ref: '#/$defs/A' } } };
  const schema = (below: JsonSchema = inner): JsonSchema => ({ [keyword]: holding[kind](below) });

  it('is a child with its keyword and its name', () => {
    expect(childSchemas(schema())).toContainEqual(
      expect.objectContaining({ schema: inner, keyword, name: kind === 'named' ? 'inner' : undefined }),
    );
  });

  it('is seen by all who read schemas', () => {
    expect(referencesIn(schema())).toEqual(['#/$defs/A']);
    expect(findCycles({ $defs: { A: schema() } })).toEqual(new Map([['A', new Set(['A'])]]));
    expect(schemaTraits(schema())).toMatchObject({ namesInherited: true });
    expect(measureSchema(schema()).properties).toBe(measureSchema(schema({})).properties + 1);
    const deep = Array.from({ length: 200 }).reduce<JsonSchema>((below) => schema(below), {});
    expect(isDeeplyLinked({ $defs: { A: deep } })).toBe(true);
  });
});

it('takes a property for no keyword, and data for no schema', () => {
  const schema: JsonSchema = {
    properties: { anyOf: { type: 'string' } },
    default: { not: {} },
    enum: [{ items: {} }],
  };
  expect([...schemasWithin(schema)]).toEqual([schema, { type: 'string' }]);
});
