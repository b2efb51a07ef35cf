import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { SchemaCompiler, SchemaValidator } from '@toolwright/tools/validation';
import { readRemoteSchema } from './remote-schema.js';

/** Whether the registry accepts a value by a server's schema; compilation is strict, as in the registry. */
function accepts(schema: Readonly<Record<string, unknown>>, value: JsonValue): boolean {
  const known = readRemoteSchema({ type: 'object', properties: { value: schema } });
  return new SchemaValidator(known, new SchemaCompiler()).accepts({ value });
}

describe('readRemoteSchema', () => {
  it('drops keywords that cannot be checked', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/tool',
      type: 'object',
      'x-order': 1,
      properties: { format: { type: 'string', format: 'made-up', markdownDescription: 'x' } },
      required: ['format'],
    };
    expect(readRemoteSchema(schema)).toEqual({
      type: 'object',
      properties: { format: { type: 'string' } },
      required: ['format'],
    });
  });

  it('keeps keywords that can be checked', () => {
    const schema: JsonSchema = {
      type: 'object',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      properties: {
        head: { $ref: '#/$defs/node' },
        mail: { type: 'string', format: 'email' },
        type: { const: 'a' },
      },
      patternProperties: { '^x-': { anyOf: [{ type: 'string' }, { enum: [1, 2] }] } },
      additionalProperties: false,
    };
    expect(readRemoteSchema({ ...schema })).toEqual(schema);
  });

  it('understands tuples and definitions of draft 7', () => {
    const pair = { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false };
    expect(accepts(pair, ['a', 1])).toBe(true);
    expect(accepts(pair, [1, 'a'])).toBe(false);
    expect(accepts(pair, ['a', 1, 2])).toBe(false);
    const open = { type: 'array', items: [{ type: 'string' }] };
    expect(accepts(open, ['a', 1])).toBe(true);
    const known = readRemoteSchema({
      type: 'object',
      definitions: { id: { type: 'integer' } },
      properties: { id: { $ref: '#/definitions/id' } },
    });
    const validator = new SchemaValidator(known, new SchemaCompiler());
    expect([validator.accepts({ id: 1 }), validator.accepts({ id: 'x' })]).toEqual([true, false]);
  });

  it('keeps properties that are named like keywords', () => {
    const properties = { items: { type: 'array' }, $ref: { type: 'string' }, format: { type: 'number' } };
    expect(readRemoteSchema({ type: 'object', properties })).toEqual({ type: 'object', properties });
    expect(accepts({ type: 'string', enum: ['a'] }, 'b')).toBe(false);
    expect(accepts({ not: { const: { format: 'x' } } }, { format: 'x' })).toBe(false);
  });
});
