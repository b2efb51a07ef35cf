import { nativeSchema } from './native-schema.js';

// E9
describe('nativeSchema', () => {
  it('returns an object schema unchanged', () => {
    const schema = { type: 'object', properties: {} } as const;
    expect(nativeSchema(schema)).toBe(schema);
  });

  it('wraps any other schema in an object, and keeps its definitions', () => {
    const $defs = { A: { type: 'string' } } as const;
    expect(nativeSchema({ anyOf: [{ $ref: '#/$defs/A' }, { type: 'object' }], $defs })).toEqual({
      type: 'object',
      properties: { result: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'object' }] } },
      required: ['result'],
      additionalProperties: false,
      $defs,
    });
  });

  it('returns none for a root that refers to itself, because it cannot be wrapped', () => {
    expect(nativeSchema({ type: 'array', items: { $ref: '#' } })).toBeUndefined();
    expect(nativeSchema({ type: 'object', properties: { a: { $ref: '#' } } })).toBeDefined();
  });
});
