import type { JsonSchema } from '@toolwright/contract';
import { SchemaValidator } from '@toolwright/tools/validation';
import { schemaPart } from './schema-part.js';

const root: JsonSchema = {
  type: 'object',
  properties: {
    next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
    size: { $ref: '#/$defs/Size' },
    other: { $ref: '#/properties/size' },
    kind: { const: { $ref: '#' } },
  },
  required: ['size'],
  $defs: { Size: { type: 'integer' } },
};

const accepts = (part: JsonSchema | undefined, value: unknown) =>
  new SchemaValidator(schemaPart(part ?? {}, root)).accepts(value);

describe('schemaPart', () => {
  it('includes the target of a reference to the root', () => {
    const next = root.properties?.next;
    expect(accepts(next, { size: 1, next: { size: 2, next: null } })).toBe(true);
    expect(accepts(next, { size: 1, next: { size: 'x' } })).toBe(false);
  });

  it('includes definitions and other referenced places of the root', () => {
    for (const part of [root.properties?.size, root.properties?.other]) {
      expect([accepts(part, 1), accepts(part, 'x')]).toEqual([true, false]);
    }
  });

  it('does not change values that look like references', () => {
    expect(accepts(root.properties?.kind, { $ref: '#' })).toBe(true);
  });

  it('omits ids, which must not repeat', () => {
    const named = { ...root, $id: 'https://example.com/a', $schema: 'https://example.com/b' };
    expect(JSON.stringify(schemaPart({ type: 'string' }, named))).not.toContain('example.com');
  });
});
