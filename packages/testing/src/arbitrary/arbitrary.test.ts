// L2
import type { JsonSchema, Manifest, ObjectSchema } from '@toolwright/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { arbitrary, argumentsOf, nearMiss } from './arbitrary.js';

const object = (properties: ObjectSchema['properties'], more: Partial<ObjectSchema> = {}): ObjectSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

const TREE: JsonSchema = {
  type: 'object',
  properties: {
    value: { type: 'integer' },
    children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
    next: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/Tree' }] },
  },
  required: ['value', 'children', 'next'],
  additionalProperties: false,
};

const SCHEMAS: Readonly<Record<string, ObjectSchema>> = {
  texts: object({
    plain: { type: 'string', minLength: 2, maxLength: 4 },
    pattern: { type: 'string', pattern: '^[A-Z]{2}-\\d{3,5}$' },
    inner: { type: 'string', pattern: 'a+b' },
    when: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    id: { type: 'string', format: 'uuid' },
    page: { type: 'string', format: 'uri' },
  }),
  numbers: object({
    whole: { type: 'integer', minimum: 1, maximum: 5 },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    cents: { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 10 },
    any: { type: 'number' },
  }),
  literals: object({ unit: { enum: ['C', 'F', 3, null] }, version: { const: 2 } }),
  lists: object({
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
    range: {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'number' }],
      items: false,
      minItems: 2,
    },
    with: { type: 'array', items: { type: 'integer' }, contains: { minimum: 100 } } as JsonSchema,
  }),
  unions: object({
    shape: {
      anyOf: [
        object({ kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } }),
        object({ kind: { const: 'square' }, side: { type: 'number', minimum: 0 } }),
      ],
    },
    maybe: { type: ['string', 'null'] },
    both: { allOf: [{ type: 'integer', minimum: 3 }, { maximum: 9 }], multipleOf: 3 },
  }),
  open: {
    type: 'object',
    properties: { known: { type: 'string' } },
    patternProperties: { '^x-': { type: 'integer' } },
    additionalProperties: { type: 'boolean' },
    minProperties: 2,
    propertyNames: { maxLength: 12 },
  },
  unevaluated: {
    type: 'object' as const,
    properties: { a: { type: 'string' as const } },
    allOf: [{ properties: { b: { type: 'number' as const } } }],
    unevaluatedProperties: false,
  } as ObjectSchema, // its last keyword is not in our subset
  recursive: object({ tree: { $ref: '#/$defs/Tree' } }, { $defs: { Tree: TREE } }),
  odd: object({
    'a"b': { type: 'string' },
    constructor: { type: 'string' as const },
    'a b': { type: 'string' },
  }),
  few: object({
    set: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true },
    all: { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 },
    flags: { type: 'array', items: { type: ['boolean', 'null'] }, uniqueItems: true, minItems: 3 },
    either: {
      ...{ type: 'array', uniqueItems: true, minItems: 4 },
      items: { anyOf: [{ type: 'boolean' }, { enum: ['x', 'y'] }] },
    },
  }),
  'never present': {
    type: 'object' as const,
    properties: { a: { enum: ['x', 'y'] }, b: { type: 'number' as const } },
    required: ['a'],
    additionalProperties: false,
    ...Object.fromEntries([
      ['if', { properties: { a: { const: 'x' } } }],
      ['then', { required: ['b'] }],
      ['else', { properties: { b: false } }],
    ]),
  } as ObjectSchema, // its last keywords are not in our subset
  formats: object(
    Object.fromEntries(
      ['iso-time', 'iso-date-time', 'json-pointer-uri-fragment', 'relative-json-pointer', 'uri-template'].map(
        (format) => [format, { type: 'string' as const, format }],
      ),
    ),
  ),
  nothing: object({}),
};

const manifest = {
  version: 1,
  tools: Object.entries(SCHEMAS).map(([name, parameters]) => ({
    target: () => undefined,
    call: { parameters: [] },
    spec: { name, description: '', parameters, annotations: {} },
  })),
} as unknown as Manifest;

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
const RUNS = { numRuns: 200, seed: 7 };

describe.each(Object.keys(SCHEMAS))('of %s', (name) => {
  const accepts = ajv.compile(SCHEMAS[name] as object);
  it('valid arguments are accepted by another validator', () => {
    for (const args of fc.sample(arbitrary(manifest, name), RUNS))
      expect([args, accepts(args)]).toEqual([args, true]);
  });

  it('near misses are refused by another validator, and say why', () => {
    for (const { arguments: args, reason } of fc.sample(nearMiss(manifest, name), RUNS)) {
      expect([args, reason, accepts(args)]).toEqual([args, reason, false]);
      expect(reason).not.toBe('');
    }
  });
});

it('values reach the edges of the schema', () => {
  const numbers = fc.sample(arbitrary(manifest, 'numbers'), 500) as readonly { readonly whole: number }[];
  expect(new Set(numbers.map(({ whole }) => whole))).toEqual(new Set([1, 2, 3, 4, 5]));
  const shapes = fc.sample(arbitrary(manifest, 'unions'), 200).map((args) => JSON.stringify(args));
  for (const kind of ['circle', 'square', 'null'])
    expect(shapes.some((text) => text.includes(kind))).toBe(true);
  const reasons = new Set(
    fc.sample(nearMiss(manifest, 'texts'), 2000).map(({ path, reason }) => `${path} ${reason}`),
  );
  expect(reasons).toContain('plain is shorter than 2');
  expect(reasons).toContain('when is no date-time');
  expect(reasons).toContain('mail is missing');
});

it('recursive values end', () => {
  const depths = fc.sample(arbitrary(manifest, 'recursive'), 300).map((args) => JSON.stringify(args).length);
  expect(Math.max(...depths)).toBeLessThan(1_000_000);
});

it('shrinks a failing call to its reason', () => {
  const found = fc.check(
    fc.property(arbitrary(manifest, 'numbers'), (args) => (args as { whole: number }).whole < 3),
    { seed: 7 },
  );
  expect(found.counterexample?.[0]).toMatchObject({ whole: 3 });
});

it.each([
  [
    { type: 'object', properties: { a: { type: 'string', minLength: 3, maxLength: 1 } }, required: ['a'] },
    'accept no value',
  ],
  [{ type: 'object', properties: { a: false }, required: ['a'] }, 'accept no value'],
  [{ type: 'object', properties: { a: { not: {} } }, required: ['a'] }, 'accept no value'],
  [
    {
      type: 'object',
      properties: { a: { items: { type: 'string', pattern: '(?<=a)b' }, type: 'array', minItems: 1 } },
      required: ['a'],
    },
    "No arguments of 'none' can be generated at a[]: the pattern (?<=a)b has a lookaround",
  ],
  [
    { type: 'object', properties: { a: { type: 'string', pattern: '^aa$', minLength: 3 } }, required: ['a'] },
    "No arguments of 'none' can be generated at a: the schema seems to accept no value",
  ],
])('says that no arguments fit %j', (parameters, message) => {
  const tools = [{ spec: { name: 'none', description: '', parameters } }];
  const impossible = { version: 1, tools } as unknown as Manifest;
  expect(() => fc.sample(arbitrary(impossible, 'none'), 1)).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED', message: expect.stringContaining(message) }),
  );
});

it('says that a schema refuses nothing', () => {
  const tools = [{ spec: { name: 'any', description: '', parameters: { type: 'object' } } }];
  const open = { version: 1, tools } as unknown as Manifest;
  expect(() => fc.sample(nearMiss(open, 'any'), 1)).toThrow(
    "No arguments of 'any' can be generated: the schema seems to refuse nothing near its values, after 1000 attempts.",
  );
});

it('names an unknown tool', () => {
  expect(() => arbitrary(manifest, 'gone')).toThrow("The manifest has no tool 'gone'.");
});

it('ends where it can, and says so where every value would be endless', () => {
  const endless: ObjectSchema = {
    ...{ type: 'object', required: ['next'], additionalProperties: false },
    properties: { next: { $ref: '#/$defs/Chain' } },
  };
  const chain = {
    type: 'object',
    required: ['next'],
    properties: { next: { $ref: '#/$defs/Chain' } },
  } as const;
  expect(() => argumentsOf({ ...endless, $defs: { Chain: chain } }, 'chain')).toThrow(
    "No arguments of 'chain' can be generated: the schema seems to accept no value, or each value has to contain another one of its kind, without end.",
  );
  const properties = {
    chain: { $ref: '#/$defs/Chain' },
    chains: { type: 'array', items: { $ref: '#/$defs/Chain' } },
    either: { anyOf: [{ $ref: '#/$defs/Chain' }, { type: 'string' }] },
  } as const;
  const optional = {
    type: 'object',
    required: ['chains', 'either'],
    properties,
    $defs: { Chain: chain },
  } as const;
  fc.assert(
    fc.property(argumentsOf(optional, 'optional'), (value) => {
      expect(value).toEqual({ chains: [], either: expect.any(String) });
    }),
  );
});

it('says so, instead of looking without end, where there are too few different values', () => {
  const items: ObjectSchema = {
    ...{ type: 'object', required: ['list'] },
    properties: { list: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 } },
  };
  const names: ObjectSchema = {
    ...{ type: 'object', properties: {}, minProperties: 3 },
    ...{ additionalProperties: { type: 'number' }, propertyNames: { pattern: '^[a-b]$' } },
  };
  for (const schema of [items, names])
    expect(() => fc.sample(argumentsOf(schema, 'few'), 1)).toThrow("No arguments of 'few' can be generated");
  const enough: ObjectSchema = { ...names, propertyNames: { enum: ['a', 'b', 'c'] } };
  for (const value of fc.sample(argumentsOf(enough, 'enough'), 20))
    expect(Object.keys(value ?? {})).toHaveLength(3);
});

it('writes base64 as a tool reads it', () => {
  const bytes = { type: 'string', contentEncoding: 'base64' } as const;
  const schema = object({ bytes, byte: { type: 'string', format: 'byte' } });
  fc.assert(
    fc.property(argumentsOf(schema, 'bytes'), (value) => {
      for (const text of Object.values(value ?? {}))
        expect(Buffer.from(String(text), 'base64').toString('base64')).toBe(text);
    }),
  );
});

/** Not literals, because an object with the member `then` looks like a Promise. */
const conditional = (condition: object, then: object, otherwise: object): object =>
  Object.fromEntries([
    ['if', condition],
    ['then', then],
    ['else', otherwise],
  ]);
const isCard = { properties: { kind: { const: 'card' } } };
const withNumber = { required: ['number'], properties: { number: { pattern: '^\\d{16}$' } } };
const withPaid = { required: ['paid'], properties: { paid: { minimum: 1 } } };
const isText = { type: 'string' };

it.each([
  [
    {
      properties: { kind: { enum: ['card', 'cash'] }, number: isText, paid: { type: 'integer' } },
      required: ['kind'],
      ...conditional(isCard, withNumber, withPaid),
    },
    isCard,
  ],
  [
    {
      properties: {
        item: {
          type: ['integer', 'string'],
          ...conditional(isText, { pattern: '^[a-z]{12}$' }, { multipleOf: 7919 }),
        },
      },
      required: ['item'],
    },
    { properties: { item: isText } },
  ],
  [
    {
      properties: { kind: { enum: ['card', 'cash'] }, number: isText, paid: { type: 'integer' } },
      anyOf: [{ required: ['kind'] }, { required: ['kind', 'paid'] }],
      ...conditional(isCard, withNumber, {}),
    },
    isCard,
  ],
])('generates both cases of an `if`: %j', (rest, condition) => {
  const parameters = { type: 'object', additionalProperties: false, ...rest };
  const tools = [{ spec: { name: 'pay', description: '', parameters } }];
  const accepts = ajv.compile(parameters);
  const meets = ajv.compile(condition);
  const values = fc.sample(arbitrary({ version: 1, tools } as unknown as Manifest, 'pay'), 300);
  for (const value of values) expect([accepts(value), value]).toEqual([true, value]);
  expect(new Set(values.map((value) => meets(value))).size).toBe(2);
});

it('changes one thing in the branch of a union that is meant', () => {
  const reasons = new Set(
    fc
      .sample(nearMiss(manifest, 'unions'), 3000)
      .map(({ path, reason }) => `${path} ${reason}`)
      .filter((reason) => reason.startsWith('shape')),
  );
  for (const reason of [
    'shape.kind is none of the listed values',
    'shape.radius is missing',
    'shape.side is less than 0',
    'shape["unexpected~"] is not expected',
  ])
    expect(reasons).toContain(reason);
});

it.each(Array.from({ length: 10 }, (_, seed) => seed))('generates sets of few values: seed %i', (seed) => {
  const lists = fc.sample(arbitrary(manifest, 'few'), { numRuns: 100, seed }) as { set: unknown[] }[];
  expect(new Set(lists.map(({ set }) => JSON.stringify(set)))).toEqual(
    new Set(['[]', '["a"]', '["b"]', '["a","b"]', '["b","a"]']),
  );
});
