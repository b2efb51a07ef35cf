import type { JsonSchema } from '@toolwright/contract';
import * as fc from 'fast-check';
import { fitSchema } from './fit-schema.js';

describe('a schema for structured outputs', () => {
  it('is closed, and describes constraints that the API does not check', () => {
    expect(
      fitSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        title: 'Person',
        properties: {
          name: { type: 'string', description: 'Full name', minLength: 1 },
          mail: { type: 'string', format: 'email' },
          tie: { type: 'string', format: 'colour' },
          age: { type: 'integer', minimum: 0, maximum: 150 },
          tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
          pair: { type: 'array', items: { type: 'number' }, minItems: 2 },
        },
        required: ['name'],
      }),
    ).toEqual({
      type: 'object',
      title: 'Person',
      properties: {
        name: { type: 'string', description: 'Full name\n\n{minLength: 1}' },
        mail: { type: 'string', format: 'email' },
        tie: { type: 'string', description: '{format: "colour"}' },
        age: { type: 'integer', description: '{minimum: 0, maximum: 150}' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        pair: { type: 'array', items: { type: 'number' }, description: '{minItems: 2}' },
      },
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('keeps literals, unions and references', () => {
    expect(
      fitSchema({
        type: 'object',
        properties: {
          kind: { type: 'string', const: 'a' },
          size: { enum: [1, 'x', null] },
          either: { oneOf: [{ type: 'string' }, { $ref: '#/$defs/Node' }] },
          maybe: { type: ['string', 'null'], format: 'date', description: 'When' },
        },
        required: ['kind', 'size', 'either', 'maybe'],
        additionalProperties: false,
        $defs: { Node: { type: 'object', properties: { id: { type: 'number' } } } },
      }),
    ).toMatchObject({
      properties: {
        kind: { const: 'a' },
        size: { enum: [1, 'x', null] },
        either: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Node' }] },
        maybe: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], description: 'When' },
      },
      $defs: { Node: { type: 'object', additionalProperties: false } },
    });
  });

  const object = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });
  const many = (count: number, schema: JsonSchema) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));

  it.each<[string, JsonSchema]>([
    ['any value', {}],
    ['any object', { type: 'object' }],
    ['members of any name', { type: 'object', additionalProperties: { type: 'string' } }],
    ['members by pattern', { ...object({}), patternProperties: { '^x': { type: 'string' } } }],
    ['elements of any type', { type: 'array' }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'string' } }],
    ['a literal that is an object', { const: { a: 1 } }],
    [
      'a type that contains itself',
      { ...object({ next: { $ref: '#/$defs/N' } }), $defs: { N: object({ n: { $ref: '#/$defs/N' } }) } },
    ],
    ['a reference that leads nowhere', object({ a: { $ref: '#/$defs/Missing' } })],
    ['more than 24 properties that may be absent', object(many(25, { type: 'string' }))],
    ['more than 16 unions', object(many(17, { type: ['string', 'null'] }), Object.keys(many(17, {})))],
  ])('is not possible for %s', (_name, schema) => {
    expect(fitSchema(object({ value: schema }, ['value']))).toBeUndefined();
  });

  it('closes every object, and uses only supported keywords', () => {
    const { node } = fc.letrec<{ node: JsonSchema }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.constantFrom<JsonSchema>(
          { type: 'string', pattern: '^a' },
          { type: 'number', multipleOf: 2 },
          { enum: ['a', 1] },
        ),
        fc.record({ type: fc.constant('array' as const), items: tie('node'), uniqueItems: fc.boolean() }),
        fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }) }),
        fc
          .dictionary(fc.constantFrom('a', 'b', 'c'), tie('node'), { minKeys: 1 })
          .map((properties): JsonSchema => ({ type: 'object', properties, minProperties: 1 })),
      ),
    }));
    const known = new Set([
      'type',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'minItems',
      'enum',
      'const',
      'anyOf',
      'allOf',
      '$ref',
      '$defs',
      'format',
      'title',
      'description',
    ]);
    const check = (schema: JsonSchema): void => {
      for (const keyword of Object.keys(schema)) expect(known).toContain(keyword);
      if (schema.type === 'object') expect(schema.additionalProperties).toBe(false);
      const { properties = {}, anyOf = [], items } = schema;
      for (const part of [
        ...Object.values(properties),
        ...anyOf,
        ...(typeof items === 'object' ? [items] : []),
      ])
        check(part);
    };
    fc.assert(
      fc.property(node, (schema) => {
        const fitted = fitSchema(schema);
        if (fitted !== undefined) check(fitted);
      }),
    );
  });
});
