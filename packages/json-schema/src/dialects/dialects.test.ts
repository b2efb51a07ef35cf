import type { JsonSchema, ObjectSchema, ToolSpec } from '@toolwright/contract';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { arbitrarySample } from '../arbitrary-schema.test.support.js';
import { childSchemas } from '../document/child-schemas.js';
import { getDialect } from '../get-dialect.js';

function closed(
  properties: Record<string, JsonSchema>,
  more: JsonSchema = {},
  required = Object.keys(properties),
): ObjectSchema {
  const rules = { ...(required.length > 0 ? { required } : {}), additionalProperties: false, ...more };
  return { ...rules, type: 'object', properties };
}

function lowerProperty(
  name: 'gemini' | 'groq' | 'ollama',
  schema: JsonSchema,
  more: JsonSchema = {},
): unknown {
  return getDialect(name).lower(closed({ a: schema }, more)).schema.properties.a;
}

function allSchemas(schema: JsonSchema): readonly JsonSchema[] {
  return [schema, ...childSchemas(schema).flatMap((child) => allSchemas(child.schema))];
}

const spec: ToolSpec = {
  name: 'tool',
  description: 'A tool.',
  parameters: closed({ a: { type: 'string' } }, {}, []),
  annotations: { title: 'Tool', readOnly: true, destructive: false },
  source: { file: 'src/tool.ts', line: 1 },
};

describe('the anthropic dialect', () => {
  it('accepts the canonical schema', () => {
    expect(getDialect('anthropic').wireTool(spec)).toEqual({
      name: 'tool',
      description: 'A tool.',
      input_schema: spec.parameters,
    });
  });
});

describe('the gemini dialect', () => {
  const keywords = new Set(
    '$defs $ref type format title description enum anyOf items prefixItems minItems maxItems minimum maximum properties additionalProperties required'.split(
      ' ',
    ),
  );

  it('uses only keywords that the API reads', () => {
    fc.assert(
      fc.property(arbitrarySample('open'), ({ schema }) => {
        for (const each of allSchemas(getDialect('gemini').lower(schema).schema)) {
          expect(Object.keys(each).filter((keyword) => !keywords.has(keyword))).toEqual([]);
          if (each.$ref !== undefined) expect(Object.keys(each)).toEqual(['$ref']);
          for (const literal of each.enum ?? []) expect(['string', 'number']).toContain(typeof literal);
        }
      }),
      { numRuns: cases(100, 2_000) },
    );
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['a constant', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'a constant boolean',
      { type: 'boolean', const: true },
      { type: 'boolean', description: 'Always true.' },
    ],
    [
      'a literal or null',
      { type: ['string', 'null'], enum: ['a', null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    ],
    [
      'exclusive bounds of integers',
      { type: 'integer', exclusiveMinimum: 0 },
      { type: 'integer', minimum: 1 },
    ],
    [
      'exclusive bounds of numbers',
      { type: 'number', exclusiveMaximum: 1 },
      { type: 'number', maximum: 1, description: 'Less than 1.' },
    ],
    ['another format', { type: 'string', format: 'uri' }, { type: 'string', description: 'Format: uri.' }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false, minItems: 1, maxItems: 1 },
      { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, maxItems: 1 },
    ],
    [
      'members by pattern',
      { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Members whose names match /^x/: string.',
      },
    ],
    ['a default', { type: 'number', default: 0.1 }, { type: 'number', description: 'Default: 0.1.' }],
    [
      'a tuple that is only closed by its items',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { type: 'array', prefixItems: [{ type: 'string' }], maxItems: 1 },
    ],
    [
      'an array that is empty',
      { type: 'array', maxItems: 0 },
      { type: 'array', items: { type: 'string' }, maxItems: 0 },
    ],
    ['anything', {}, {}],
  ])('describes %s in words', (_name, schema, expected) => {
    expect(lowerProperty('gemini', schema)).toEqual(expected);
  });

  it('lets a type contain itself only in an optional place', () => {
    const self: JsonSchema = { $ref: '#/$defs/Node' };
    const Node = closed({ value: { type: 'string' }, next: { anyOf: [self, { type: 'null' }] }, twin: self });
    const lowered = getDialect('gemini').lower(closed({ list: self }, { $defs: { Node } }));
    expect(lowered.schema.$defs?.Node).toEqual(
      closed(
        {
          value: { type: 'string' },
          next: { anyOf: [self, { type: 'null' }], description: 'Required.' },
          twin: { anyOf: [self], description: 'Required.' },
        },
        {},
        ['value'],
      ),
    );
    expect(lowered.losses.map(({ path }) => path)).toEqual([
      '/$defs/Node/properties/next',
      '/$defs/Node/properties/twin',
    ]);
    expect(lowered.schema.required).toEqual(['list']);
  });

  it('describes a type that directly contains itself', () => {
    const self: JsonSchema = { $ref: '#/$defs/Json' };
    const $defs = { Json: { anyOf: [{ type: 'string' }, { type: 'array', items: self }] } } as const;
    const lowered = getDialect('gemini').lower(closed({ a: self }, { $defs }));
    expect(lowered.schema.$defs?.Json).toEqual({
      anyOf: [
        { type: 'string' },
        { type: 'array', items: { description: 'Another Json, like the one that contains it.' } },
      ],
    });
  });

  it('declares a function with its schema', () => {
    expect(getDialect('gemini').wireTool(spec)).toEqual({
      name: 'tool',
      description: 'A tool.',
      parametersJsonSchema: spec.parameters,
    });
  });
});

describe('the groq dialect', () => {
  it('allows null for optional members, and changes nothing else', () => {
    const a: JsonSchema = { type: 'string', minLength: 2, default: 'xy' };
    const b: JsonSchema = { $ref: '#/$defs/B', description: 'B' };
    const { schema, decode } = getDialect('groq').lower(closed({ a, b }, { $defs: { B: closed({}) } }, []));
    expect(schema).toEqual({
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], minLength: 2, default: 'xy' },
        b: { description: 'B', anyOf: [{ $ref: '#/$defs/B' }, { type: 'null' }] },
      },
      additionalProperties: false,
      $defs: { B: { type: 'object', properties: {}, additionalProperties: false } },
    });
    expect(decode({ a: null, b: null })).toEqual({});
    expect(decode({})).toEqual({});
  });

  it('changes nothing if null would be ambiguous', () => {
    const optional = closed({ a: { type: 'string' } }, {}, []);
    const nullable = closed({ a: { type: ['string', 'null'] } });
    const parameters = closed({ u: { anyOf: [optional, nullable] } });
    expect(getDialect('groq').lower(parameters).schema).toBe(parameters);
  });
});

describe('the ollama dialect', () => {
  it('inlines types', () => {
    const B = closed({ x: { type: 'number' } });
    expect(lowerProperty('ollama', { $ref: '#/$defs/B', description: 'Mine' }, { $defs: { B } })).toEqual({
      ...B,
      description: 'Mine',
    });
  });

  it('describes a type that contains itself', () => {
    const Node = closed({ next: { $ref: '#/$defs/Node' } }, {}, []);
    expect(lowerProperty('ollama', { $ref: '#/$defs/Node' }, { $defs: { Node } })).toEqual({
      type: 'object',
      properties: { next: { description: 'Another Node, like the one that contains it.' } },
      additionalProperties: false,
    });
  });

  it('describes constraints that the server would drop', () => {
    expect(lowerProperty('ollama', { type: 'integer', minimum: 1, maximum: 9, default: 3 })).toEqual({
      type: 'integer',
      description: 'At least 1. At most 9. Default: 3.',
    });
    expect(lowerProperty('ollama', { type: 'object', additionalProperties: { type: 'number' } })).toEqual({
      type: 'object',
      description: 'Other members: number.',
    });
  });

  it('does not grow without bounds if types use each other', () => {
    const use = (level: number): JsonSchema => ({ $ref: `#/$defs/L${level}` });
    const levels = Array.from({ length: 40 }, (_, level) => [
      `L${level}`,
      level === 39 ? closed({}) : closed({ a: use(level + 1), b: use(level + 1) }),
    ]);
    const lowered = getDialect('ollama').lower(closed({ a: use(0) }, { $defs: Object.fromEntries(levels) }));
    expect(JSON.stringify(lowered.schema).length).toBeLessThan(200_000);
    expect(lowered.losses.length).toBeGreaterThan(0);
  });

  it('has no references left', () => {
    fc.assert(
      fc.property(arbitrarySample('open'), ({ schema }) => {
        const lowered = getDialect('ollama').lower(schema).schema;
        expect(JSON.stringify(lowered)).not.toContain('$ref');
        expect(lowered.$defs).toBeUndefined();
      }),
    );
  });
});

describe('the mcp dialect', () => {
  it('describes a tool with its annotations as hints', () => {
    expect(getDialect('mcp').wireTool({ ...spec, output: { type: 'number' } })).toEqual({
      name: 'tool',
      title: 'Tool',
      description: 'A tool.',
      inputSchema: spec.parameters,
      outputSchema: closed({ result: { type: 'number' } }),
      annotations: { title: 'Tool', readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    });
    expect(getDialect('mcp').wireTool({ ...spec, annotations: {} })).toEqual({
      name: 'tool',
      description: 'A tool.',
      inputSchema: spec.parameters,
    });
  });

  // M9
  it('sends proved hints and those that follow, and no hint that nobody stated', () => {
    const { wireTool } = getDialect('mcp');
    expect(
      wireTool({ ...spec, annotations: {}, proved: { readOnly: true, openWorld: false } }).annotations,
    ).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(
      wireTool({ ...spec, annotations: { destructive: true }, proved: { openWorld: true } }).annotations,
    ).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
    expect(wireTool({ ...spec, annotations: { tags: ['a'] } }).annotations).toBeUndefined();
  });
});

describe('schemas from elsewhere', () => {
  const foreign: ObjectSchema = JSON.parse(
    '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"oneOf":[{"type":"string"},{"type":"number"}]},"b":{"type":"array"},"c":{"not":{"type":"null"}},"d":{"$ref":"#/definitions/D"}},"definitions":{"D":{"type":"string"}},"dependentRequired":{"a":["b"]}}',
  );

  it('lose nothing in dialects that accept everything', () => {
    expect(getDialect('anthropic').lower(foreign).schema).toBe(foreign);
    const { properties, ...rest } = foreign;
    expect(getDialect('groq').lower(foreign).schema).toMatchObject(rest);
    expect(getDialect('groq').lower(foreign).schema.properties.d).toEqual({
      anyOf: [properties.d, { type: 'null' }],
    });
  });

  it('are described in words if they cannot be expressed', () => {
    const { schema, losses } = getDialect('gemini').lower(foreign);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        a: {
          anyOf: [{ type: 'string' }, { type: 'number' }],
          description: 'Matches exactly one of the alternatives.',
        },
        b: { type: 'array', items: {} },
        c: { description: 'JSON Schema {"not":{"type":"null"}}.' },
        d: { type: 'string' },
      },
      description: 'JSON Schema {"dependentRequired":{"a":["b"]}}.',
    });
    expect(losses.map(({ path }) => path)).toEqual(['/properties/a', '/properties/c', '']);
  });
});
