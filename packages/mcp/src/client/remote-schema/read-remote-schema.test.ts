import type { JsonSchema, JsonValue, ObjectSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import { dialectNames, getDialect } from '@toolwright/json-schema';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { SchemaCompiler, SchemaValidator } from '@toolwright/tools/validation';
import { DRAFT_SCHEMAS } from './draft-schemas.test.fixture.js';
import { KEYWORD_SCHEMAS } from './keyword-schemas.test.fixture.js';
import { readRemoteSchema } from './read-remote-schema.js';
import { REFERENCE_SCHEMAS } from './reference-schemas.test.fixture.js';

/** Whether the registry accepts a value by a server's schema. */
function accepts(schema: Readonly<Record<string, unknown>>, value: JsonValue): boolean {
  const known = readRemoteSchema({ type: 'object', properties: { value: schema } });
  return new SchemaValidator(known).accepts({ value });
}

function parametersOf(schema: Readonly<Record<string, unknown>>): ObjectSchema {
  const known = readRemoteSchema(schema);
  return { ...known, type: 'object', properties: known.properties ?? {} };
}

// The schema of each tool of a server is usable.
describe.each([...KEYWORD_SCHEMAS, ...DRAFT_SCHEMAS, ...REFERENCE_SCHEMAS])(
  '$name',
  ({ schema, accepted, refused }) => {
    const parameters = parametersOf(JSON.parse(JSON.stringify(schema)));

    it('is accepted and refuses what the server refuses', () => {
      expect(() => SchemaCompiler.forForeignSchemas().compile(parameters)).not.toThrow();
      const registry = new ToolRegistry().register(
        new FunctionTool({ name: 't', description: '', parameters, strictSchema: false, fn: () => null }),
      );
      const isAccepted = (args: JsonValue): boolean => registry.validate('t', args).ok;
      expect(accepted.filter((args) => !isAccepted(args))).toEqual([]);
      expect(refused.filter(isAccepted)).toEqual([]);
    });

    it('can be sent to every provider, and its references lead somewhere', () => {
      for (const name of dialectNames) {
        const wire = getDialect(name).lower(parameters).schema;
        const references = JSON.stringify(wire).matchAll(/"\$ref":"([^"]*)"/g);
        for (const [, reference = ''] of references) {
          expect(findByPointer(wire, reference)).toBeDefined();
        }
      }
    });
  },
);

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
    const validator = new SchemaValidator(known);
    expect([validator.accepts({ id: 1 }), validator.accepts({ id: 'x' })]).toEqual([true, false]);
  });

  it('keeps properties that are named like keywords', () => {
    const properties = { items: { type: 'array' }, $ref: { type: 'string' }, format: { type: 'number' } };
    expect(readRemoteSchema({ type: 'object', properties })).toEqual({ type: 'object', properties });
    expect(accepts({ type: 'string', enum: ['a'] }, 'b')).toBe(false);
    expect(accepts({ not: { const: { format: 'x' } } }, { format: 'x' })).toBe(false);
  });
});
