import { readdirSync, readFileSync } from 'node:fs';
import { describeUnknown, type ObjectSchema, type ToolSpec } from '@toolwright/contract';
import fc from 'fast-check';
import { dialectNames, getDialect } from './get-dialect.js';

const parameters: ObjectSchema = {
  type: 'object',
  properties: { amount: { type: 'number' }, rate: { type: 'number', default: 0.1 } },
  required: ['amount'],
  additionalProperties: false,
};
const spec: ToolSpec = {
  name: 'calculateTax',
  description: 'Calculate tax.',
  parameters,
  annotations: { readOnly: true },
  source: { file: 'src/tax.ts', line: 3 },
};

describe('getDialect', () => {
  it('names the known dialects when the dialect is unknown', () => {
    expect(() => getDialect('opnai')).toThrow(describeUnknown('Dialect', 'opnai', dialectNames).message);
    expect(() => getDialect('toString')).toThrow(describeUnknown('Dialect', 'toString', []).problem);
  });

  it('has all its names in docs/codegen.md', () => {
    const page = readFileSync(new URL('../../../docs/codegen.md', import.meta.url), 'utf8');
    const [, listed = ''] =
      /^`--provider` takes these names: (.*), and the names that `createClient` takes/m.exec(page) ?? [];
    expect(listed.split(', ')).toEqual(dialectNames.map((name) => `\`${name}\``));
  });

  it('knows the providers of createClient by their names', () => {
    expect(getDialect('google')).toBe(getDialect('gemini'));
    expect(getDialect('openai-compatible')).toBe(getDialect('openai'));
  });

  it('knows every file of the folder dialects', () => {
    const files = readdirSync(new URL('dialects/', import.meta.url)).filter(
      (file) => !file.includes('.test.'),
    );
    expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual([...dialectNames].sort());
  });

  it.each(['openai-strict', 'gemini'] as const)('%s lowers each schema once', (name) => {
    const dialect = getDialect(name);
    const { properties } = dialect.lower(parameters).schema;
    expect(dialect.lower(parameters)).toBe(dialect.lower(parameters));
    expect(JSON.stringify(dialect.wireTool(spec))).toContain(JSON.stringify(properties));
  });

  it.each([...dialectNames])('%s has its own name', (name) => {
    expect(getDialect(name).name).toBe(name);
  });

  it.each(['json-schema', 'openai', 'anthropic', 'mcp'] as const)(
    '%s keeps every keyword, and returns values unchanged',
    (name) => {
      const dialect = getDialect(name);
      expect(dialect.lower(parameters)).toMatchObject({ schema: parameters, losses: [] });
      fc.assert(
        fc.property(fc.jsonValue(), (json) => {
          const value = JSON.parse(JSON.stringify(json));
          expect(dialect.decode(value, parameters)).toEqual(value);
          expect(dialect.lower(parameters).decode(value)).toEqual(value);
        }),
      );
    },
  );

  it('writes a tool in the form of chat completions', () => {
    expect(getDialect('openai').wireTool(spec)).toEqual({
      type: 'function',
      function: { name: 'calculateTax', description: 'Calculate tax.', parameters },
    });
  });

  it('writes a tool as plain JSON Schema', () => {
    expect(getDialect('json-schema').wireTool(spec)).toEqual({
      name: 'calculateTax',
      description: 'Calculate tax.',
      parameters,
    });
  });
});
