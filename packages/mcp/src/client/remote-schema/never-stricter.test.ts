import { SchemaCompiler } from '@toolwright/tools/validation';
import fc from 'fast-check';
import { cases } from '../../../../../scripts/thorough.mjs';
import type { Raw } from './keywords.js';
import { readRemoteSchema } from './read-remote-schema.js';

const name = fc.constantFrom('a', 'b', 'x-1', 'toString');
const leaf = fc.constantFrom<unknown>('', 'a', 'ab', '2026-01-31', 0, 1, 2.5, true, null);
const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const { schema } = fc.letrec<{ schema: unknown; node: Raw }>((tie) => {
  const one = tie('schema');
  const some = fc.array(one, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(name, one, { maxKeys: 3 });
  const node = fc.record(
    {
      type: fc.constantFrom('string', 'number', 'object', 'array', ['string', 'null']),
      enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }),
      const: leaf,
      format: fc.constantFrom('made-up', 'date'),
      'x-unknown': fc.constant(1),
      custom: fc.constant(1),
      minimum: fc.constantFrom(0, 1),
      maxLength: fc.constantFrom(0, 1),
      pattern: fc.constantFrom('^a', 'b$'),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      properties: named,
      patternProperties: fc.dictionary(fc.constantFrom('^x', 'b$'), one, { maxKeys: 2 }),
      additionalProperties: one,
      propertyNames: fc.constantFrom<object>({ maxLength: 1 }, { format: 'made-up' }),
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
      dependentSchemas: named,
      items: one,
      prefixItems: some,
      contains: one,
      minContains: fc.nat(2),
      maxContains: fc.nat(2),
      uniqueItems: fc.boolean(),
      anyOf: some,
      oneOf: some,
      allOf: some,
      not: one,
      if: one,
      // Linters take a literal member of that name for a promise.
      ['then' as string]: one,
      else: one,
      unevaluatedProperties: fc.constantFrom<unknown>(false, { type: 'string' }),
      unevaluatedItems: fc.constantFrom<unknown>(false, { type: 'string' }),
      $ref: fc.constantFrom('#/$defs/p', '#/$defs/q', '#anchor', '#/$defs/r/items'),
    },
    { requiredKeys: [] },
  );
  // Most parts have a few keywords only.
  const small = node.chain((full) =>
    fc.subarray(Object.keys(full), { maxLength: 4 }).map((keys) => {
      const kept: Raw = Object.fromEntries(Object.entries(full).filter(([key]) => keys.includes(key)));
      return kept;
    }),
  );
  return { node: small, schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.boolean(), small) };
});

const root = fc.tuple(schema, schema, schema, schema).map(
  ([argument, p, q, items]): Raw => ({
    type: 'object',
    properties: { value: argument },
    $defs: { p, q: { $anchor: 'anchor', allOf: [q] }, r: { items } },
  }),
);

type Judge = (value: unknown) => boolean;

/** Undefined for a schema that cannot be compiled as it is, such as one with references in a circle. */
function judgeOf(compile: () => Judge): Judge | undefined {
  try {
    return compile();
  } catch {
    return undefined;
  }
}

function judge(accepts: Judge, given: unknown): boolean | undefined {
  try {
    return accepts(given);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

it('what the server accepts is accepted, and most of what it refuses is refused', () => {
  const counts = { accepted: 0, refused: 0, left: 0 };
  fc.assert(
    fc.property(root, fc.array(value, { minLength: 1, maxLength: 6 }), (raw, values) => {
      const server = judgeOf(() => new SchemaCompiler(false).compile(raw));
      const ours = SchemaCompiler.forForeignSchemas().compile(readRemoteSchema(raw));
      for (const one of values) {
        const given = { value: one };
        const verdict = server && judge(server, given);
        const isAccepted = judge(ours, given);
        expect(isAccepted).toBeDefined();
        if (verdict === true && !isAccepted)
          throw new Error(JSON.stringify({ given, read: readRemoteSchema(raw) }));
        if (verdict === true) counts.accepted += 1;
        if (verdict === false) counts[isAccepted ? 'left' : 'refused'] += 1;
      }
    }),
    { numRuns: cases(300, 20_000) },
  );
  // Otherwise the property says little.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(100);
  expect(counts.left).toBeLessThan(counts.refused);
});
