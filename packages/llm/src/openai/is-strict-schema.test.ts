import type { JsonSchema } from '@toolwright/contract';
import { isStrictSchema } from './is-strict-schema.js';

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

describe('isStrictSchema', () => {
  it.each<[string, JsonSchema]>([
    ['a closed object', closed({ a: { type: 'string', description: 'A' } })],
    [
      'nested objects, lists and unions',
      closed({ a: { type: 'array', items: closed({ b: { anyOf: [{ type: 'null' }, closed({})] } }) } }),
    ],
    ['references', { ...closed({ a: { $ref: '#/$defs/A' } }), $defs: { A: closed({}) } }],
  ])('accepts %s', (_name, schema) => {
    expect(isStrictSchema(schema)).toBe(true);
  });

  it.each<[string, JsonSchema]>([
    ['an open object', { type: 'object', properties: {} }],
    ['an optional property', { ...closed({ a: {} }), required: [] }],
    ['an open object within', closed({ a: { type: 'object' } })],
    ['a list of anything', closed({ a: { type: 'array' } })],
    ['a keyword that strict mode refuses', closed({ a: { type: 'string', default: 'x' } })],
    ['an open definition', { ...closed({}), $defs: { A: { type: 'object' } } }],
    ['a root that is no object', { type: 'array', items: {} }],
    ['a union at the root', { ...closed({}), anyOf: [closed({})] }],
  ])('refuses %s', (_name, schema) => {
    expect(isStrictSchema(schema)).toBe(false);
  });
});
