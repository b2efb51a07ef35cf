import type { JsonSchema } from '@toolwright/contract';
import { canonicalSchema, numberDefinitions } from './canonical-schema.js';

const object = { type: 'object', properties: { a: { type: 'string' } } } as const;

describe('canonicalSchema', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['parts', { allOf: [object, { required: ['a'] }] }, { ...object, required: ['a'] }],
    [
      'one part',
      { allOf: [{ ...object, title: 'T' }], description: 'D' },
      { ...object, title: 'T', description: 'D' },
    ],
    ['members of any value', { ...object, additionalProperties: true }, object],
    [
      'members that are only required',
      { ...object, required: ['b'] },
      { type: 'object', properties: { ...object.properties, b: {} }, required: ['b'] },
    ],
    ['one value, several times', { enum: [1, 1] }, { const: 1 }],
    ['listed numbers', { type: 'integer', enum: [1, 2] }, { type: 'number', enum: [1, 2] }],
    [
      'null',
      { type: ['null', 'object'], properties: object.properties, title: 'T' },
      { anyOf: [{ allOf: [{ ...object, title: 'T' }] }, { type: 'null' }] },
    ],
    [
      'exclusive alternatives',
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
  ])('writes %s in one form', (_, one, other) => {
    expect(canonicalSchema(one)).toEqual(canonicalSchema(other));
  });

  it('requires no member of any value of a result, and closes objects if asked to', () => {
    const schema: JsonSchema = { ...object, required: ['a', 'b'] };
    const properties = { ...object.properties, b: {} };
    expect(canonicalSchema(schema, { isResult: true })).toEqual({
      type: 'object',
      properties,
      required: ['a'],
    });
    expect(canonicalSchema(schema, { isClosed: true })).toEqual({
      ...{ type: 'object', properties, required: ['a', 'b'], additionalProperties: false },
    });
  });

  it('names definitions by the order of their uses', () => {
    const tree = (name: string): JsonSchema => ({
      $ref: `#/$defs/${name}`,
      $defs: { [name]: { type: 'array', items: { $ref: `#/$defs/${name}` } } },
    });
    expect(numberDefinitions(tree('a'))).toEqual(tree('T1'));
    expect(numberDefinitions(tree('b'))).toEqual(tree('T1'));
  });
});
