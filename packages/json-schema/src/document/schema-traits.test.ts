import type { JsonSchema } from '@toolwright/contract';
import { validatorOptions } from '../validator-options.js';
import { schemaTraits } from './schema-traits.js';

const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string' } as const;

describe('schemaTraits', () => {
  it.each<[string, JsonSchema, boolean]>([
    ['a closed object', { ...closed, properties: { a: text } }, false],
    ['an object that takes other members', { type: 'object', properties: { a: text } }, true],
    ['a record', { type: 'object', additionalProperties: text }, true],
    ['anything, deep inside', { ...closed, properties: { a: { type: 'array', items: {} } } }, true],
    ['a list of anything', { type: 'array' }, true],
    ['a tuple with any rest', { type: 'array', prefixItems: [text], items: true }, true],
    ['a closed tuple', { type: 'array', prefixItems: [text], items: false }, false],
    ['an open definition', { ...closed, $defs: { Any: {} } }, true],
    ['listed values', { enum: ['a', 1] }, false],
    ['one value', { const: null }, false],
    ['a union of closed types', { anyOf: [text, { type: 'null' }] }, false],
    ['a union with an open type', { anyOf: [text, { type: 'object' }] }, true],
  ])('decides whether %s is open', (_, schema, isOpen) => {
    expect(schemaTraits(schema).isOpen).toBe(isOpen);
  });

  it('knows the names of properties at any depth, and those that every object has', () => {
    const schema = (name: string): JsonSchema => ({
      ...closed,
      properties: { a: { anyOf: [{ ...closed, properties: { [name]: text } }] } },
    });
    expect(schemaTraits(schema('b'))).toMatchObject({ declared: new Set(['a', 'b']), namesInherited: false });
    expect(schemaTraits(schema('toString'))).toMatchObject({ namesInherited: true });
    expect(schemaTraits({ type: 'object', required: ['toString'] }).namesInherited).toBe(true);
    expect(validatorOptions(schema('toString')).ownProperties).toBe(true);
    expect(validatorOptions(schema('b')).ownProperties).toBe(false);
  });
});
