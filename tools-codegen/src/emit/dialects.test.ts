import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema, JsonValue, ObjectSchema } from '@toolwright/contract';
import { dialectNames, getDialect, mcpOutput } from '@toolwright/json-schema';
import { strictAjv } from '../testing/strict-ajv.test.support.js';

const FIXTURES = path.join(import.meta.dirname, '../../fixtures/types/valid');

const ajv = strictAjv();

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(FIXTURES, name, file), 'utf8'));
}

/** The type of a fixture as the only argument of a tool. */
function argumentsOf(schema: JsonSchema): ObjectSchema {
  const { $defs, ...value } = schema;
  return {
    type: 'object',
    properties: { value },
    required: ['value'],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}

describe.each(readdirSync(FIXTURES))('the type of fixture %s', (name) => {
  // Fixtures are committed beside the tests that read them.
  const schema = readJson(name, 'schema.json') as JsonSchema;
  const { accepted } = readJson(name, 'values.json') as { accepted: JsonValue[] };
  const canonical = argumentsOf(schema);

  it('is sent in every dialect as a schema that accepts its values', () => {
    for (const dialectName of dialectNames) {
      const lowered = getDialect(dialectName).lower(canonical);
      // AJV compiles a schema object once, and most dialects do not change the canonical schema.
      const validate = ajv.compile(lowered.schema);
      for (const value of accepted) {
        // Strict mode requires null for absent members; the tests of the dialect cover that.
        if (dialectName !== 'openai-strict') expect(validate({ value })).toBe(true);
        expect(lowered.decode({ value })).toEqual({ value });
      }
    }
  });

  it('is sent over MCP as a schema that accepts its values', () => {
    const output = mcpOutput(schema);
    const validate = ajv.compile(output.schema);
    for (const value of accepted) expect(validate(output.encode(value))).toBe(true);
  });
});
