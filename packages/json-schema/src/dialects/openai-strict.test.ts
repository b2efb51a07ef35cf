import type { JsonSchema, ObjectSchema } from '@toolwright/contract';
import { getDialect } from '../get-dialect.js';

const openaiStrictDialect = getDialect('openai-strict');

const closed = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): ObjectSchema => ({
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
  type: 'object',
  properties,
});

function lowerProperty(schema: JsonSchema, more: JsonSchema = {}): JsonSchema | undefined {
  const lowered = openaiStrictDialect.lower(closed({ a: schema }, more));
  expect(lowered.losses.filter(({ kind }) => kind === 'impossible')).toEqual([]);
  return lowered.schema.properties.a;
}

describe('the strict dialect', () => {
  it('requires optional members and allows null for them', () => {
    const schema = closed(
      {
        a: { type: 'string', description: 'A', default: 'x' },
        b: { type: 'string', const: 'k' },
        c: { type: 'string', enum: ['x', 'y'] },
        d: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] },
        e: closed({}),
        f: { $ref: '#/$defs/F', description: 'F' },
        g: { type: 'number' },
      },
      { required: ['g'], $defs: { F: closed({}) } },
    );
    const nullable: JsonSchema = { type: 'null' };
    const lowered = openaiStrictDialect.lower(schema);
    expect(lowered.losses).toEqual([]);
    expect(lowered.schema).toEqual(
      closed(
        {
          a: { type: ['string', 'null'], description: 'A. Default: "x".' },
          b: { type: ['string', 'null'], enum: ['k', null] },
          c: { type: ['string', 'null'], enum: ['x', 'y', null] },
          d: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }, nullable] },
          e: { anyOf: [closed({}), nullable] },
          f: { description: 'F', anyOf: [{ $ref: '#/$defs/F' }, nullable] },
          g: { type: 'number' },
        },
        { $defs: { F: closed({}) } },
      ),
    );
    expect(lowered.decode({ a: null, b: null, c: 'x', d: null, e: null, f: {}, g: 1 })).toEqual({
      c: 'x',
      f: {},
      g: 1,
    });
  });

  it('describes in words what strict mode cannot express', () => {
    expect(
      lowerProperty({ type: 'string', description: 'Name', minLength: 1, maxLength: 20, format: 'uri' }),
    ).toEqual({
      type: 'string',
      description: 'Name. At least 1 character. At most 20 characters. Format: uri.',
    });
    expect(lowerProperty({ type: 'string', pattern: '^(?=a)' })).toEqual({
      type: 'string',
      description: 'Must match the regular expression /^(?=a)/.',
    });
    expect(
      lowerProperty({ type: 'array', items: { type: 'number' }, uniqueItems: true, minItems: 1 }),
    ).toEqual({
      type: 'array',
      items: { type: 'number' },
      minItems: 1,
      description: 'No duplicate items.',
    });
  });

  it('reports rules that exist only in the description, with their place in the canonical schema', () => {
    const schema = closed({ a: { type: 'array', items: { type: 'string', minLength: 2 } } });
    expect(openaiStrictDialect.lower(schema).losses).toEqual([
      {
        path: '/properties/a/items',
        kind: 'described',
        message: '"minLength" is only sent in the description: At least 2 characters.',
      },
    ]);
  });

  it('keeps the constraints that strict mode knows', () => {
    const schemas: readonly JsonSchema[] = [
      { type: 'string', format: 'date-time', pattern: '^2' },
      { type: 'integer', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
      { type: 'array', items: { type: 'boolean', const: true }, minItems: 1, maxItems: 3 },
    ];
    for (const schema of schemas) expect(lowerProperty(schema)).toEqual(schema);
  });

  it('sends a tuple of one type as an array of that length, and describes the items of other tuples', () => {
    const number: JsonSchema = { type: 'number' };
    const pair = { items: false, minItems: 2, maxItems: 2 } as const;
    expect(lowerProperty({ type: 'array', prefixItems: [number, number], ...pair })).toEqual({
      type: 'array',
      items: number,
      minItems: 2,
      maxItems: 2,
    });
    const named = [
      { title: 'latitude', ...number },
      { title: 'longitude', ...number },
    ];
    expect(lowerProperty({ type: 'array', prefixItems: named, ...pair })).toEqual({
      type: 'array',
      items: number,
      minItems: 2,
      maxItems: 2,
      description: 'In this order: number (latitude), number (longitude).',
    });
    expect(
      lowerProperty({ type: 'array', prefixItems: [number], items: { type: 'string' }, minItems: 1 }),
    ).toEqual({
      type: 'array',
      items: { anyOf: [number, { type: 'string' }] },
      minItems: 1,
      description: 'In this order: number, then string.',
    });
  });

  it('writes one schema for each type of literal', () => {
    expect(lowerProperty({ enum: ['a', 1, null] })).toEqual({
      anyOf: [{ type: 'string', enum: ['a'] }, { type: 'number', enum: [1] }, { type: 'null' }],
    });
  });

  it('puts the tag of an object first', () => {
    const lowered = lowerProperty(closed({ x: { type: 'number' }, kind: { type: 'string', const: 'a' } }));
    expect(Object.keys(lowered?.properties ?? {})).toEqual(['kind', 'x']);
  });

  it('reads null as either if a property may be both absent and null, and reports that', () => {
    const schema = closed({ a: { type: ['string', 'null'] } }, { required: [] });
    const lowered = openaiStrictDialect.lower(schema);
    expect(lowered.losses).toEqual([
      {
        path: '/properties/a',
        kind: 'described',
        message: `"required": property 'a' may be absent or null, and both are sent as null.`,
      },
    ]);
    expect(lowered.decode({ a: null })).toEqual({ a: null });
  });

  it.each<[string, JsonSchema, string]>([
    ['any value', {}, 'A value of any type cannot be sent'],
    ['an array of anything', { type: 'array' }, 'An array without an item type cannot be sent'],
    ['a record', { type: 'object', additionalProperties: { type: 'string' } }, 'arbitrary member names'],
    ['an open object', { ...closed({}), additionalProperties: true }, 'arbitrary member names'],
    [
      'members by pattern',
      { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      'pattern members',
    ],
    [
      'a tuple that goes on with anything',
      { type: 'array', prefixItems: [{ type: 'string' }], items: true },
      'A tuple with rest elements of any type',
    ],
    ['parts of an object', { allOf: [closed({}), closed({})] }, '"allOf" cannot be sent'],
    ['literals that are objects', { enum: [{ a: 1 }] }, 'Literals that are objects or arrays'],
    ['a reference without a target', { $ref: '#/definitions/A' }, '"$ref" has no target'],
  ])('sends a tool with %s without strict', (_name, a, message) => {
    const parameters = closed({ a });
    const lowered = openaiStrictDialect.lower(parameters);
    expect(lowered.schema).toBe(parameters);
    expect(lowered.losses.map((loss) => loss.kind)).toContain('impossible');
    expect(lowered.losses.map((loss) => loss.message).join()).toContain(message);
    expect(openaiStrictDialect.wireTool(spec(parameters))).toMatchObject({
      function: { strict: false, parameters },
    });
  });

  it('sends a union as arguments without strict', () => {
    const lowered = openaiStrictDialect.lower({ type: 'object', properties: {}, anyOf: [closed({})] });
    expect(lowered.losses.map(({ message }) => message).join()).toContain('A union as the arguments');
  });

  it('closes an object from elsewhere that does not say whether it is closed', () => {
    const lowered = openaiStrictDialect.lower({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
    expect(lowered.schema).toEqual(closed({ a: { type: 'string' } }));
    expect(lowered.losses).toEqual([expect.objectContaining({ kind: 'described' })]);
  });

  it('sends a tool without strict if its schema exceeds the limits of strict mode', () => {
    const text: JsonSchema = { type: 'string' };
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`p${index}`, text]));
    const lowered = openaiStrictDialect.lower(closed(many));
    expect(lowered.losses).toEqual([
      {
        path: '',
        kind: 'impossible',
        message: 'the schema has 5,001 properties; at most 5,000 are allowed.',
      },
    ]);
  });

  it('writes a strict tool in the form of chat completions', () => {
    const parameters = closed({ a: { type: 'string' } });
    expect(openaiStrictDialect.wireTool(spec(parameters))).toEqual({
      type: 'function',
      function: { name: 'tool', description: 'A tool.', parameters, strict: true },
    });
  });
});

describe('unions in strict mode', () => {
  it('restores absence by the tag of the branch', () => {
    const branch = (kind: string, a: JsonSchema, required: string[]): JsonSchema =>
      closed({ kind: { type: 'string', const: kind }, a }, { required: ['kind', ...required] });
    const schema = closed({
      u: {
        anyOf: [branch('one', { type: 'string' }, []), branch('two', { type: ['string', 'null'] }, ['a'])],
      },
    });
    const lowered = openaiStrictDialect.lower(schema);
    expect(lowered.losses).toEqual([]);
    expect(lowered.decode({ u: { kind: 'one', a: null } })).toEqual({ u: { kind: 'one' } });
    expect(lowered.decode({ u: { kind: 'two', a: null } })).toEqual({ u: { kind: 'two', a: null } });
    expect(lowered.decode({ u: { kind: 'three', a: null } })).toEqual({ u: { kind: 'three', a: null } });
  });

  it('restores absence by the names of all properties, which must all be present', () => {
    const optional = (name: string): JsonSchema => closed({ [name]: { type: 'string' } }, { required: [] });
    const lowered = openaiStrictDialect.lower(closed({ u: { anyOf: [optional('a'), optional('b')] } }));
    expect(lowered.losses).toEqual([]);
    expect(lowered.decode({ u: { b: null } })).toEqual({ u: {} });
    expect(lowered.decode({ u: { a: 'x' } })).toEqual({ u: { a: 'x' } });
  });

  it('reports branches that look the same but use null differently', () => {
    const optional = closed({ a: { type: 'string' } }, { required: [] });
    const nullable = closed({ a: { type: ['string', 'null'] } });
    const lowered = openaiStrictDialect.lower(closed({ u: { anyOf: [optional, nullable] } }));
    expect(lowered.losses).toEqual([
      {
        path: '/properties/u',
        kind: 'described',
        message:
          '"anyOf": null means absent in one branch and null in another, and the branches cannot be told apart; add a tag to each.',
      },
    ]);
  });

  it('restores absence in recursive types', () => {
    const node = closed(
      { value: { type: 'string' }, next: { $ref: '#/$defs/Node' } },
      { required: ['value'] },
    );
    const schema = closed({ list: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } });
    const lowered = openaiStrictDialect.lower(schema);
    expect(lowered.losses).toEqual([]);
    expect(lowered.decode({ list: { value: 'a', next: { value: 'b', next: null } } })).toEqual({
      list: { value: 'a', next: { value: 'b' } },
    });
  });
});

function spec(parameters: ObjectSchema) {
  return {
    name: 'tool',
    description: 'A tool.',
    parameters,
    annotations: {},
    source: { file: 'src/tool.ts', line: 1 },
  };
}
