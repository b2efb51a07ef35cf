import type { JsonSchema, ToolSpec } from '@toolwright/contract';
import { dialectNames, getDialect } from '../get-dialect.js';
import { checkLimits } from './check-limits.js';
import { measureSchema } from './measure-schema.js';

function tool(changes: Partial<ToolSpec> = {}, properties: Record<string, JsonSchema> = {}): ToolSpec {
  return {
    name: 'search_files',
    description: 'Search files.',
    parameters: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
    annotations: {},
    source: { file: 'src/tool.ts', line: 1 },
    ...changes,
  };
}

describe('checkLimits', () => {
  it.each([...dialectNames])('accepts an ordinary tool in %s', (name) => {
    expect(checkLimits(tool({}, { path: { type: 'string' } }), getDialect(name))).toEqual([]);
  });

  it('reports a name that the provider refuses, with the rule and its source', () => {
    expect(checkLimits(tool({ name: 'files.search' }), getDialect('openai'))).toEqual([
      {
        subject: 'name',
        path: '',
        message:
          "openai: the name 'files.search' must consist of 1 to 64 letters, digits, underscores and dashes.",
        source: 'https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools',
      },
    ]);
    expect(checkLimits(tool({ name: 'files.search' }), getDialect('mcp'))).toEqual([]);
    expect(checkLimits(tool({ name: 'x'.repeat(65) }), getDialect('anthropic'))).toHaveLength(1);
    expect(checkLimits(tool({ name: 'x'.repeat(65) }), getDialect('gemini'))).toEqual([]);
    expect(checkLimits(tool({ name: '1st' }), getDialect('gemini'))).toHaveLength(1);
  });

  it('reports a description that is too long', () => {
    const [breach] = checkLimits(tool({ description: 'x'.repeat(1025) }), getDialect('openai'));
    expect(breach?.message).toBe('openai: the description has 1,025 characters; at most 1,024 are allowed.');
    expect(checkLimits(tool({ description: 'x'.repeat(1025) }), getDialect('anthropic'))).toEqual([]);
  });

  it('reports names of arguments', () => {
    const breaches = checkLimits(
      tool({}, { 'a b/c': { type: 'string' }, größe: { type: 'string' } }),
      getDialect('anthropic'),
    );
    expect(breaches.map(({ subject, path }) => [subject, path])).toEqual([
      ['argument', '/properties/a b~1c'],
      ['argument', '/properties/größe'],
    ]);
  });

  it('does not report a schema that is too large for strict mode, because the losses do', () => {
    const nested = (levels: number): JsonSchema =>
      levels === 0
        ? { type: 'string' }
        : {
            type: 'object',
            properties: { a: nested(levels - 1) },
            required: ['a'],
            additionalProperties: false,
          };
    const values = (count: number, length: number): JsonSchema => ({
      type: 'string',
      enum: Array.from({ length: count }, (_, index) => String(index).padStart(length, 'x')),
    });
    const strict = getDialect('openai-strict');
    const messages = (schema: JsonSchema): string[] =>
      strict.lower(tool({}, { a: schema }).parameters).losses.map(({ message }) => message);
    expect(messages(nested(9))).toEqual([]);
    expect(messages(nested(10))).toEqual(['the schema has 11 levels of objects; at most 10 are allowed.']);
    expect(messages(values(250, 60))).toEqual([]);
    expect(messages(values(251, 60))).toEqual([
      'the schema has 15,060 characters in one enum of more than 250 values; at most 15,000 are allowed.',
    ]);
    expect(messages(values(1001, 4))).toEqual([
      'the schema has 1,001 enum values; at most 1,000 are allowed.',
    ]);
    expect(messages({ type: 'string', const: 'x'.repeat(120_000) })).toEqual([
      'the schema has 120,001 characters in names and literals; at most 120,000 are allowed.',
    ]);
    expect(checkLimits(tool({}, { a: nested(20) }), strict)).toEqual([]);
  });
});

describe('measureSchema', () => {
  it('counts through definitions, unions and items', () => {
    const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
    const size = measureSchema({
      ...object({ a: { anyOf: [object({ bb: { type: 'array', items: object({}) } }), { enum: ['x', 1] }] } }),
      $defs: { Def: object({ c: { const: 'yy' } }) },
    });
    expect(size).toMatchObject({ depth: 3, properties: 3, enumValues: 2, characters: 1 + 2 + 1 + 3 + 1 + 2 });
    expect(size.enumCharacters(0)).toBe(1);
    expect(size.enumCharacters(2)).toBe(0);
  });
});
