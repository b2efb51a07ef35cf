import type { JsonValue } from '@toolwright/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { conforms } from '../docs/conforms.js';
import type { Definition, Definitions, PropertyNode, TypeNode } from '../ir/type-node.js';
import { emitSchema } from './schema.js';

const text: TypeNode = { kind: 'string' };
const nothing: Definitions = new Map();

function define(
  ...definitions: readonly (readonly [id: string, name: string, node: TypeNode])[]
): Definitions {
  return new Map(definitions.map(([id, name, node]): [string, Definition] => [id, { id, name, node }]));
}

function object(properties: Readonly<Record<string, TypeNode>>): TypeNode {
  return {
    kind: 'object',
    properties: Object.entries(properties).map(([name, type]) => ({ name, type, optional: false })),
  };
}

const ref = (id: string): TypeNode => ({ kind: 'ref', id });

describe('emitSchema', () => {
  it('treats a property named __proto__ like any other', () => {
    const node: TypeNode = {
      kind: 'object',
      properties: [{ name: '__proto__', type: text, optional: false }],
    };
    expect(JSON.stringify(emitSchema(node, nothing))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
    );
  });

  it('resolves a named root, also through other names', () => {
    const definitions = define(['1', 'Outer', ref('2')], ['2', 'Inner', text]);
    expect(emitSchema(ref('1'), definitions)).toEqual({ type: 'string' });
  });

  it('gives a recursive root a definition', () => {
    const list: TypeNode = { kind: 'array', items: ref('1') };
    expect(emitSchema(ref('1'), define(['1', 'List', list]))).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/List' },
      $defs: { List: { type: 'array', items: { $ref: '#/$defs/List' } } },
    });
  });

  it('omits unused definitions', () => {
    const definitions = define(['1', 'Used', object({ a: text })], ['2', 'Unused', text]);
    expect(emitSchema(object({ a: ref('1'), b: ref('1') }), definitions).$defs).toEqual({
      Used: expect.anything(),
    });
  });

  it('numbers clashing names in the order in which they are reached, whatever their ids', () => {
    const definitions = define(['9', 'Item', object({ a: text })], ['1', 'Item', object({ b: text })]);
    const schema = emitSchema(object({ a: ref('9'), b: ref('1'), c: ref('9'), d: ref('1') }), definitions);
    expect(schema.properties).toMatchObject({ a: { $ref: '#/$defs/Item' }, b: { $ref: '#/$defs/Item2' } });
    expect(schema.$defs).toMatchObject({ Item: { required: ['a'] }, Item2: { required: ['b'] } });
  });

  it('prefers the documentation at the use of a name to that of its definition', () => {
    const definitions = define([
      '1',
      'Place',
      { ...object({ zip: text }), docs: { title: 'Place', description: 'far' } },
    ]);
    const near: TypeNode = { kind: 'ref', id: '1', docs: { description: 'near' } };
    expect(emitSchema(near, definitions)).toMatchObject({ title: 'Place', description: 'near' });
    expect(emitSchema(object({ a: near, b: ref('1') }), definitions).properties?.a).toEqual({
      $ref: '#/$defs/Place',
      description: 'near',
    });
  });

  it('joins null only with a single scalar and with literals', () => {
    const orNull = (node: TypeNode) =>
      emitSchema({ kind: 'union', members: [node, { kind: 'null' }] }, nothing);
    expect(orNull({ kind: 'number', minimum: 1 })).toEqual({ type: ['number', 'null'], minimum: 1 });
    expect(orNull({ kind: 'enum', values: ['a', 'b'] })).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
    });
    expect(orNull({ kind: 'literal', value: 'a', docs: { description: 'only' } })).toEqual({
      anyOf: [{ type: 'string', const: 'a', description: 'only' }, { type: 'null' }],
    });
    expect(orNull({ kind: 'array', items: text })).toEqual({
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
    });
  });

  it('gives the JSON forms of built-in objects', () => {
    const codec = (node: Omit<Extract<TypeNode, { kind: 'codec' }>, 'kind'>) =>
      emitSchema({ kind: 'codec', ...node }, nothing);
    expect(codec({ codec: 'date' })).toEqual({ type: 'string', format: 'date-time' });
    expect(codec({ codec: 'date', format: 'date' })).toEqual({ type: 'string', format: 'date' });
    expect(codec({ codec: 'set', items: text })).toEqual({
      type: 'array',
      items: { type: 'string' },
      uniqueItems: true,
    });
    expect(codec({ codec: 'map', keys: text, items: text })).toEqual({
      type: 'object',
      additionalProperties: { type: 'string' },
    });
    expect(codec({ codec: 'map', keys: { kind: 'number' }, items: text })).toMatchObject({
      type: 'array',
      items: { prefixItems: [{ type: 'number' }, { type: 'string' }] },
    });
  });

  it('refuses an undefined name', () => {
    expect(() => emitSchema(object({ a: ref('7') }), nothing)).toThrow('No definition for 7.');
  });
});

const literal = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: -3, max: 3 }), fc.boolean());

/** Types of every kind that has a plain JSON form, two levels deep. */
const types = fc.letrec<{ type: TypeNode }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    fc.record({ kind: fc.constant('string' as const), minLength: fc.nat(2), maxLength: fc.nat(4) }),
    fc.record({
      kind: fc.constant('string' as const),
      pattern: fc.constant('^a'),
      template: fc.constant('^[^b]*$'),
    }),
    fc.record(
      {
        kind: fc.constant('number' as const),
        integer: fc.boolean(),
        minimum: fc.integer({ min: -2, max: 1 }),
        exclusiveMaximum: fc.integer({ min: 1, max: 3 }),
        multipleOf: fc.constantFrom(0.5, 2),
      },
      { requiredKeys: ['kind'] },
    ),
    fc.constantFrom<TypeNode>({ kind: 'boolean' }, { kind: 'null' }, { kind: 'unknown' }),
    fc.record({ kind: fc.constant('literal' as const), value: literal }),
    fc.record({
      kind: fc.constant('enum' as const),
      values: fc.uniqueArray(fc.oneof(literal, fc.constant(null)), { minLength: 2, maxLength: 3 }),
    }),
    fc.record(
      {
        kind: fc.constant('array' as const),
        items: tie('type'),
        minItems: fc.nat(1),
        maxItems: fc.nat(2),
        uniqueItems: fc.constant(true),
      },
      { requiredKeys: ['kind', 'items'] },
    ),
    fc
      .tuple(fc.array(tie('type'), { maxLength: 2 }), fc.nat(2), fc.option(tie('type'), { nil: undefined }))
      .map(
        ([elements, required, rest]): TypeNode => ({
          kind: 'tuple',
          elements: elements.map((type, index) => ({ type, optional: index >= required })),
          ...(rest === undefined ? {} : { rest }),
        }),
      ),
    fc
      .tuple(
        fc.array(fc.record({ type: tie('type'), optional: fc.boolean() }), { maxLength: 2 }),
        fc.option(tie('type'), { nil: undefined }),
        fc.option(tie('type'), { nil: undefined }),
      )
      .map(
        ([members, additional, pattern]): TypeNode => ({
          kind: 'object',
          properties: members.map((member, index): PropertyNode => ({ ...member, name: 'ab'.charAt(index) })),
          ...(additional === undefined ? {} : { additional }),
          ...(pattern === undefined ? {} : { patterns: [{ pattern: '^x', type: pattern }] }),
        }),
      ),
    fc.record({
      kind: fc.constant('union' as const),
      members: fc.array(tie('type'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).type;

const key = fc.constantFrom('a', 'b', 'x', 'y');
const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.oneof(literal, fc.constantFrom(null, 'a', 'ab', 'abc', 0.5, 1.5)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

describe('the schema of any type', () => {
  it('compiles in strict mode and accepts exactly the values of the type', () => {
    fc.assert(
      fc.property(types, fc.array(values, { minLength: 5, maxLength: 20 }), (type, samples) => {
        const ajv = new Ajv2020({ strict: true, strictTuples: false });
        addFormats.default(ajv);
        const validate = ajv.compile(emitSchema(type, nothing));
        for (const sample of samples)
          expect([sample, validate(sample)]).toEqual([sample, conforms(sample, type, nothing)]);
      }),
      { numRuns: 100 },
    );
  });
});
