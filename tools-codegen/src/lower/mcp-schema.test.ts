import * as sdk from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemaValues, spoiledValues } from '../testing/schema-values.test.support.js';
import { judgeByCompiler, readSpecTypes } from './mcp-spec.test.support.js';

const zodSchemas: ReadonlyMap<string, unknown> = new Map(Object.entries(sdk));
const types = readSpecTypes();
const schemas = types.flatMap(({ name, schema }) => (schema === undefined ? [] : [{ name, schema }]));

describe('the published TypeScript schema of the Model Context Protocol', () => {
  it("has a valid schema in AJV's strict mode for every exported type", () => {
    expect(types.length).toBeGreaterThan(140);
    expect(types.filter(({ schema }) => schema === undefined)).toEqual([]);
    for (const { schema } of schemas) expect(compile(schema)).toBeInstanceOf(Function);
  });

  it('has every member and every branch in the schema, or in a message', () => {
    expect(types.flatMap(({ name, unaccounted }) => unaccounted.map((part) => `${name}${part}`))).toEqual([]);
  });

  it('causes warnings only for types with `any`', () => {
    const warned = types.filter(({ codes }) => codes.length > 0);
    expect(warned.map(({ name, codes }) => `${codes.join()} ${name}`)).toEqual([
      'TW2023 JSONRPCMessage',
      'TW2023 Request',
      'TW2023 Notification',
      'TW2023 JSONRPCRequest',
      'TW2023 JSONRPCNotification',
    ]);
  });

  it('accepts what the compiler accepts, and refuses what the compiler refuses', () => {
    const probes = schemas.flatMap(({ name, schema }) => {
      const validate = compile(withoutTags(schema));
      return schemaValues(schema).flatMap((value, index) =>
        [{ how: 'as it is', value }, ...spoiledValues(value)].map((probe) => ({
          type: name,
          value: probe.value,
          what: `${name}, value ${index} ${probe.how}`,
          validate,
        })),
      );
    });
    const verdicts = judgeByCompiler(probes);
    const differing = probes.filter(
      ({ value, validate }, index) => validate(value) !== verdicts[index] && !isArrayForObject(validate),
    );
    // The compiler accepts a member of one alternative in another that does not have it.
    expect(differing.map(({ what }) => what)).toEqual(['PrimitiveSchemaDefinition, value 15 without enum']);
    const accepted = verdicts.filter(Boolean).length;
    expect(accepted).toBeGreaterThan(1000);
    expect(probes.length - accepted).toBeGreaterThan(1000);
  });

  it("agrees with the SDK's own schemas", () => {
    const checked = schemas.flatMap(({ name, schema }) => {
      const check = findSdkCheck(name);
      return check === undefined ? [] : [{ name, schema, check }];
    });
    expect(checked.length).toBeGreaterThan(130);
    const refused = checked.flatMap(({ name, schema, check }) =>
      schemaValues(schema).flatMap((value, index) =>
        check(value) ? [] : [`${name}, value ${index} ${JSON.stringify(value)}`],
      ),
    );
    expect(refused).toEqual([]);
  });
});

/** Code that runs only a few times need not be fast. */
const quick = { inlineRefs: false, code: { optimize: false } };

function compile(schema: JsonSchema): ValidateFunction {
  // `verbose` adds the refused values to the errors.
  const ajv = new Ajv2020({ ...quick, strict: true, strictTuples: false, verbose: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/** The schema without constraints of JSDoc tags, which the compiler does not read. */
function withoutTags(schema: JsonSchema): JsonSchema {
  const tags = new Set(['format', 'minimum', 'maximum']);
  return JSON.parse(
    JSON.stringify(schema, (key, value: JsonValue) =>
      tags.has(key) && typeof value !== 'object' ? undefined : value,
    ),
  );
}

/** For the compiler, an array is an object with any members. */
function isArrayForObject({ errors }: ValidateFunction): boolean {
  return (errors ?? []).some(
    ({ keyword, params, data }) => keyword === 'type' && params.type === 'object' && Array.isArray(data),
  );
}

/** The SDK's check for values of a type, with its zod schema. */
function findSdkCheck(name: string): ((value: unknown) => boolean) | undefined {
  const schema = zodSchemas.get(`${name}Schema`);
  return isZodSchema(schema) ? (value) => schema.safeParse(value).success : undefined;
}

function isZodSchema(value: unknown): value is { safeParse(value: unknown): { success: boolean } } {
  return typeof value === 'object' && value !== null && 'safeParse' in value;
}
