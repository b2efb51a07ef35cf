import type { JsonSchema } from '@toolwright/contract';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { arbitrarySchema } from '../arbitrary-schema.test.support.js';
import { accepts, mutations } from '../write-as-model.test.support.js';
import { mcpOutput } from './mcp.js';

/** Like the official TypeScript client, except that the client treats inherited members as data. */
const client = new Ajv({ strict: false, validateSchema: false, allErrors: true, ownProperties: true });
addFormats.default(client);

const outputs = arbitrarySchema(3, 'open').chain(({ schema, $defs, values }) =>
  values.map((value) => ({ output: Object.keys($defs).length === 0 ? schema : { ...schema, $defs }, value })),
);

describe('mcpOutput', () => {
  it('wraps results other than objects, with their definitions at the root', () => {
    const $defs = { A: { type: 'string' } } as const;
    const output: JsonSchema = { type: 'array', items: { $ref: '#/$defs/A' }, $defs };
    const { schema, isWrapped, encode } = mcpOutput(output);
    expect(isWrapped).toBe(true);
    expect(schema).toEqual({
      type: 'object',
      properties: { result: { type: 'array', items: { $ref: '#/$defs/A' } } },
      required: ['result'],
      additionalProperties: false,
      $defs,
    });
    expect(encode(['a'])).toEqual({ result: ['a'] });
  });

  it('leaves objects unchanged', () => {
    const output: JsonSchema = { type: 'object', additionalProperties: { type: 'number' } };
    const { schema, isWrapped, encode } = mcpOutput(output);
    expect(isWrapped).toBe(false);
    expect(schema).toEqual({ ...output, properties: {} });
    expect(encode({ a: 1 })).toEqual({ a: 1 });
  });

  it('writes a tuple so that validators of draft 7 accept it', () => {
    const prefixItems: JsonSchema[] = [{ type: 'string' }, { type: 'number' }];
    const output: JsonSchema = { type: 'array', prefixItems, items: false, minItems: 2, maxItems: 2 };
    const { schema, losses } = mcpOutput(output);
    expect(schema.properties.result).toEqual({ type: 'array', prefixItems, minItems: 2, maxItems: 2 });
    expect(losses).toEqual([]);
    const open = mcpOutput({ type: 'array', prefixItems, items: { type: 'boolean' }, minItems: 2 });
    expect(open.schema.properties.result).toEqual({
      type: 'array',
      prefixItems,
      minItems: 2,
      description: 'After that: boolean.',
    });
    expect(open.losses).toEqual([expect.objectContaining({ path: '/properties/result', kind: 'described' })]);
  });

  it('accepts every result, in draft 2020-12 and in the official client', () => {
    fc.assert(
      fc.property(outputs, ({ output, value }) => {
        const { schema, encode } = mcpOutput(output);
        const content = encode(value);
        expect(accepts(schema, content)).toBe(true);
        expect([client.validate(schema, content), client.errors]).toEqual([true, null]);
      }),
      { numRuns: 100 },
    );
  });

  it('refuses what the type refuses, unless the dialect lost a rule', () => {
    const near = outputs.chain(({ output, value }) => mutations(value).map((other) => ({ output, other })));
    fc.assert(
      fc.property(near, ({ output, other }) => {
        const { schema, losses, encode } = mcpOutput(output);
        if (losses.length === 0) expect(accepts(schema, encode(other))).toBe(accepts(output, other));
      }),
      { numRuns: 100 },
    );
  });
});
