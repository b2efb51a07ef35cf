import type { JsonSchema, JsonValue } from '@toolwright/contract';
import fc from 'fast-check';

export interface SchemaAndValue {
  readonly schema: JsonSchema;
  readonly value: JsonValue;
}

interface Sample {
  readonly schema: JsonSchema;
  readonly values: fc.Arbitrary<JsonValue>;
}

/** Generates schemas whose root is a closed object, each with a valid value. */
export const schemaAndValue: fc.Arbitrary<SchemaAndValue> = fc
  .nat(3)
  .chain((depth) => objectSample(depth))
  .chain(({ schema, values }) => values.map((value) => ({ schema, value })));

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    "it's",
    '```',
    '// x',
    '<think>',
    'null',
    '5',
    'true',
    '\n\t',
    '[1]',
    ',',
    ':',
  ),
);
const name = fc.string({ minLength: 1, maxLength: 6 }).filter((key) => key !== '__proto__');

const scalar: fc.Arbitrary<Sample> = fc.constantFrom(
  { schema: { type: 'string' }, values: text },
  { schema: { type: 'integer' }, values: fc.integer() },
  {
    schema: { type: 'number' },
    values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  },
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { enum: ['a', 'B', 3] }, values: fc.constantFrom('a', 'B', 3) },
  { schema: { anyOf: [{ type: 'string' }, { type: 'null' }] }, values: fc.option(text) },
);

function sample(depth: number): fc.Arbitrary<Sample> {
  if (depth === 0) return scalar;
  return fc.oneof(scalar, objectSample(depth - 1), arraySample(depth - 1), recordSample(depth - 1));
}

function objectSample(depth: number): fc.Arbitrary<Sample> {
  const member = fc.tuple(sample(depth), fc.boolean());
  return fc.dictionary(name, member, { minKeys: 1, maxKeys: 4, noNullPrototype: true }).map((members) => {
    const entries = Object.entries(members);
    const required = entries.filter(([, [, isRequired]]) => isRequired).map(([key]) => key);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, [{ schema }]]) => [key, schema])),
        required,
        additionalProperties: false,
      },
      values: fc.record(Object.fromEntries(entries.map(([key, [{ values }]]) => [key, values])), {
        requiredKeys: required,
        noNullPrototype: true,
      }),
    };
  });
}

function arraySample(depth: number): fc.Arbitrary<Sample> {
  return sample(depth).map(({ schema, values }) => ({
    schema: { type: 'array', items: schema },
    values: fc.array(values, { maxLength: 4 }),
  }));
}

function recordSample(depth: number): fc.Arbitrary<Sample> {
  return sample(depth).map(({ schema, values }) => ({
    schema: { type: 'object', additionalProperties: schema },
    values: fc.dictionary(name, values, { maxKeys: 4, noNullPrototype: true }),
  }));
}
