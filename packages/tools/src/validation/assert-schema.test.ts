import { FunctionTool } from '../function-tool.js';
import { ToolRegistry } from '../tool-registry.js';
import { typedSchema } from '../typed-schema.js';
import { assertSchema } from './assert-schema.js';

const schema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
} as const;
const check = (given: unknown) => () => assertSchema(given, "The schema of 'X'");

// C1
describe('assertSchema', () => {
  it.each([
    [{ name: 'X', schema }, "'schema'"],
    [{ name: 'X', description: 'A report.', strict: true, schema }, "'schema'"],
    [{ jsonSchema: schema }, "'jsonSchema'"],
    [{ input_schema: schema }, "'input_schema'"],
    [{ summary: { type: 'string' } }, 'properties'],
    [{ summary: 'string' }, 'type'],
    [{ typ: 'object' }, 'type'],
  ])('refuses %j, which would accept every value', (given, hint) => {
    expect(check(given)).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: `The schema of 'X' is not a JSON Schema: { ${Object.keys(given).join(', ')} } contains no keywords.`,
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it('refuses it within a schema, with its place', () => {
    expect(check({ type: 'object', properties: { a: { name: 'X', schema } } })).toThrow('at properties.a:');
    expect(check({ anyOf: [{ type: 'null' }, { schema }] })).toThrow('at anyOf[1]:');
  });

  it.each([
    [{}],
    [true],
    [{ title: 'X', description: 'Anything.' }],
    [{ properties: { name: {}, schema: {} } }],
    [{ type: 'object', 'x-order': 1, extra: 1 }],
    [{ 'x-any': true }],
    [{ $ref: '#/$defs/a', $defs: { a: {} } }],
    [{ nullable: true }],
    [{ const: { name: 'X', schema } }],
    [{ default: { name: 'X' } }],
  ])('takes %j', (given) => {
    expect(check(given)).not.toThrow();
  });
});

// C1
it('schemas that people write are checked at every door', () => {
  const wrong = { name: 'X', schema } as object;
  expect(() => typedSchema('X', wrong)).toThrow("The schema of 'X' is not a JSON Schema");
  const output = new FunctionTool({
    name: 'a',
    description: 'b',
    parameters: { type: 'object', properties: {} },
    output: wrong,
    fn: () => 1,
  });
  expect(() => new ToolRegistry().register(output)).toThrow("The output of 'a' is not a JSON Schema");
  // As plain JavaScript may do.
  const parameters = new FunctionTool({
    name: 'a',
    description: 'b',
    parameters: wrong as never,
    fn: () => 1,
  });
  expect(() => new ToolRegistry().register(parameters)).toThrow("The parameters of 'a' must be a schema");
});
