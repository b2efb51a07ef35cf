import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';

const NAMES = ['a', 'b', 'toString', 'constructor', '__proto__', 'x-1', 'full name'];
const TEXTS = ['', 'a', 'ab', 'x-1', '💡', '2026-01-31', '12', 'https://example.com/'];
const NUMBERS = [0, 1, 3, -1, 1.5, 0.1, 5, 1e22];

const name = fc.constantFrom(...NAMES);
const leaf = fc.oneof(fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, true, false, null), fc.string());

/** JSON that the schemas of {@link arbitrarySchema} often accept. */
export const arbitraryValue: fc.Arbitrary<unknown> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      // Own members, also one named `__proto__`, as `JSON.parse` creates them.
      fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
    ),
  }))
  .value.map((value) => JSON.parse(JSON.stringify(value)));

const count = fc.nat(3);
const text: fc.Arbitrary<JsonSchema> = fc.record(
  {
    type: fc.constant('string' as const),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', '^\\d+$', '^.$', '\\p{L}'),
    format: fc.constantFrom('date', 'uri', 'email', 'regex', 'int32', 'password'),
  },
  { requiredKeys: [] },
);
const number: fc.Arbitrary<JsonSchema> = fc.record(
  {
    type: fc.constantFrom('number' as const, 'integer' as const),
    minimum: fc.constantFrom(...NUMBERS),
    maximum: fc.constantFrom(...NUMBERS),
    exclusiveMinimum: fc.constantFrom(...NUMBERS),
    exclusiveMaximum: fc.constantFrom(...NUMBERS),
    multipleOf: fc.constantFrom(1, 2, 0.1, 0.5),
    format: fc.constantFrom('int32', 'double', 'date'),
  },
  { requiredKeys: [] },
);
const literal: fc.Arbitrary<JsonSchema> = fc.oneof(
  arbitraryValue.map((value) => ({ const: value as never })),
  fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values as never })),
  fc.constantFrom<JsonSchema>({ type: 'null' }, { type: 'boolean' }, { type: ['string', 'null'] }, {}),
);

const TREE: Readonly<Record<string, JsonSchema>> = {
  Tree: {
    type: 'object',
    properties: {
      a: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      b: { type: 'array', items: { $ref: '#/$defs/Tree' } },
    },
    additionalProperties: false,
  },
};

const foreignTo = (schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.record(
    {
      ...Object.fromEntries(['if', 'then', 'else', 'contains'].map((keyword) => [keyword, schema])),
      minContains: fc.nat(2),
      maxContains: fc.nat(2),
      dependentRequired: fc.uniqueArray(name, { maxLength: 2 }).map((names) => ({ a: names })),
      dependentSchemas: schema.map((one) => ({ b: one })),
    },
    // AJV refuses `then` and `else` without `if`, and `minContains` without `contains`.
    { requiredKeys: ['if', 'contains'] as never },
  ) as fc.Arbitrary<JsonSchema>;

/** Schemas with all keywords that codegen writes and all others of the type, also contradictory ones. */
export const arbitrarySchema: fc.Arbitrary<JsonSchema> = schemas(false);

/** Schemas that also have the keywords that only others write. */
export const arbitraryForeignSchema: fc.Arbitrary<JsonSchema> = schemas(true);

function schemas(isForeign: boolean): fc.Arbitrary<JsonSchema> {
  return fc
    .letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => {
      const schema = tie('schema');
      const some = fc.array(schema, { minLength: 1, maxLength: 3 });
      const orFalse = fc.oneof(schema, fc.constant(false as const));
      const members = fc
        .array(fc.tuple(name, schema), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries));
      const array: fc.Arbitrary<JsonSchema> = fc.record(
        {
          type: fc.constant('array' as const),
          items: orFalse,
          prefixItems: some,
          minItems: count,
          maxItems: count,
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: [] },
      );
      const object: fc.Arbitrary<JsonSchema> = fc.record(
        {
          type: fc.constant('object' as const),
          properties: members,
          required: fc.uniqueArray(name, { maxLength: 2 }),
          patternProperties: schema.map((one) => ({ '^x-': one })),
          additionalProperties: orFalse,
          propertyNames: text,
          minProperties: count,
          maxProperties: count,
        },
        { requiredKeys: [] },
      );
      const combined: fc.Arbitrary<JsonSchema> = fc.oneof(
        some.map((anyOf) => ({ anyOf })),
        some.map((oneOf) => ({ oneOf })),
        some.map((allOf) => ({ allOf })),
        schema.map((not) => ({ not })),
        fc.tuple(schema, literal).map(([one, other]) => ({ anyOf: [one], ...other })),
      );
      const ref = fc.constantFrom<JsonSchema>(
        { $ref: '#/$defs/Tree' },
        { $ref: '#/$defs/Tree', type: 'object' },
      );
      return {
        schema: fc.oneof(
          { maxDepth: 3 },
          ...[literal, text, number, ref, array, object, combined],
          ...(isForeign ? [foreignTo(schema)] : []),
        ),
        object,
      };
    })
    .object.map((root) => ({ ...root, $defs: TREE }));
}

type Judge = (value: unknown) => boolean;

/** Checks that two validators give the same verdicts for random schemas and values. */
export function expectSameVerdicts(
  numRuns: number,
  judges: (schema: JsonSchema) => readonly [Judge, Judge],
  schemas: fc.Arbitrary<JsonSchema> = arbitrarySchema,
): void {
  const values = fc.array(arbitraryValue, { minLength: 1, maxLength: 5 });
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(schemas, values, (schema, given) => {
      const [one, other] = judges(schema);
      for (const value of given) {
        const isValid = one(value);
        expect({ value, isValid: other(value) }).toEqual({ value, isValid });
        counts[isValid ? 'accepted' : 'refused'] += 1;
      }
    }),
    { numRuns },
  );
  // Otherwise the property says little.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(numRuns / 8);
}
