import type { JsonSchema } from '@toolwright/contract';
import { growth } from '../../../../scripts/growth.mjs';
import { accepts, ajvAccepts } from './accepts.test.support.js';
import { fitsWithin } from './fits-within.js';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const either: JsonSchema = { anyOf: [text, number] };
const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false });
const tuple = (...prefixItems: JsonSchema[]): JsonSchema => ({
  type: 'array',
  prefixItems,
  items: false,
  minItems: prefixItems.length,
});
const list = (value: JsonSchema): JsonSchema => ({
  $ref: '#/$defs/List',
  $defs: { List: object({ value, next: { $ref: '#/$defs/List' } }, ['value']) },
});
const byPattern = (pattern: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  patternProperties: { [pattern]: schema },
  additionalProperties: false,
});
const circular: JsonSchema = {
  $ref: '#/$defs/A',
  $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, text] } },
};
const tagged = (kind: string, more: JsonSchema): JsonSchema =>
  object({ kind: { const: kind }, more }, ['kind']);

describe('fitsWithin says yes', () => {
  it.each<[string, JsonSchema | object, JsonSchema | object]>([
    ['a type within anything', text, {}],
    ['a tighter length', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 4 }],
    [
      'a pattern within another',
      { type: 'string', pattern: '^[a-z]{3}$' },
      { type: 'string', pattern: '^\\w+$' },
    ],
    [
      'a pattern within a length',
      { type: 'string', pattern: '^[a-z]{3}$' },
      { type: 'string', maxLength: 3 },
    ],
    [
      'an unknown pattern within itself',
      { type: 'string', pattern: '(a)\\1', minLength: 1 },
      { type: 'string', pattern: '(a)\\1' },
    ],
    [
      'a lookahead within what it demands',
      { type: 'string', pattern: '^(?=a).*$' },
      { type: 'string', pattern: '^a' },
    ],
    ['integers within numbers', { type: 'integer' }, number],
    ['multiples within multiples', { type: 'number', multipleOf: 6 }, { type: 'number', multipleOf: 3 }],
    ['halves within quarters', { type: 'number', multipleOf: 0.5 }, { type: 'number', multipleOf: 0.25 }],
    [
      'a few integers within a list',
      { type: 'integer', minimum: 1, exclusiveMaximum: 4 },
      { enum: [3, 2, 1] },
    ],
    [
      'numbers within two halves',
      number,
      {
        anyOf: [
          { type: 'number', minimum: 0 },
          { type: 'number', maximum: 0 },
        ],
      },
    ],
    [
      'integers within two parts',
      { type: 'integer' },
      {
        anyOf: [
          { type: 'number', minimum: 3.5 },
          { type: 'number', maximum: 3 },
        ],
      },
    ],
    ['literals within a longer list', { enum: ['a', 1] }, { enum: [1, 'b', 'a'] }],
    ['booleans within their values', { type: 'boolean' }, { enum: [true, false] }],
    ['an object that gains an optional member', object({ a: text }), object({ a: text, b: number }, ['a'])],
    ['a closed object within an open one', object({ a: text }), { type: 'object', properties: { a: text } }],
    [
      'members by name within a record',
      object({ a: text }),
      { type: 'object', additionalProperties: either },
    ],
    ['a pattern of members within a wider one', byPattern('^x-', text), byPattern('^x', either)],
    [
      'a tag of two values within two branches',
      object({ kind: { enum: ['a', 'b'] } }),
      { anyOf: [tagged('a', text), tagged('b', text)] },
    ],
    [
      'an optional member within a union by presence',
      object({ a: text }, []),
      { anyOf: [object({ a: text }), object({})] },
    ],
    [
      'a member of two types within two branches',
      object({ a: either }),
      { anyOf: [object({ a: text }), object({ a: number })] },
    ],
    [
      'branches of `oneOf` with different tags',
      { anyOf: [tagged('a', text)] },
      { oneOf: [tagged('a', text), tagged('b', text)] },
    ],
    ['a tuple within an array', tuple(text, number), { type: 'array', items: either }],
    [
      'an array that may not repeat',
      { type: 'array', items: text, uniqueItems: true },
      { type: 'array', items: text },
    ],
    ['a list within a wider one', list(text), list(either)],
    [
      '`allOf` within one of its parts',
      { allOf: [text, { maxLength: 3 }] },
      { type: 'string', maxLength: 3 },
    ],
    ['an impossible type within anything', { type: 'string', minLength: 2, maxLength: 1 }, number],
    [
      'keywords that are not understood within themselves',
      { type: 'array', contains: text },
      { type: 'array', contains: text },
    ],
    ['names of members', object({ ab: text }), { type: 'object', propertyNames: { pattern: '^a' } }],
    [
      'a member named __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      { type: 'object' },
    ],
  ])('%s', (_name, inner, outer) => {
    expect(fitsWithin(inner, outer, ajvAccepts)).toEqual({ answer: 'yes' });
  });
});

describe('fitsWithin says no, with an example', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['a looser length', text, { type: 'string', maxLength: 300 }],
    [
      'a looser length of a format',
      { type: 'string', format: 'uri' },
      { type: 'string', format: 'uri', maxLength: 40 },
    ],
    ['a new pattern', text, { type: 'string', pattern: '^[a-c]+$' }],
    [
      'a pattern beside another',
      { type: 'string', pattern: '^\\d{4}$' },
      { type: 'string', pattern: '^[0-8]{4}$' },
    ],
    ['a new format', text, { type: 'string', format: 'email' }],
    ['numbers that are not integers', number, { type: 'integer' }],
    ['other multiples', { type: 'number', multipleOf: 3 }, { type: 'number', multipleOf: 6 }],
    [
      'a bound that excludes itself',
      { type: 'number', minimum: 1.5 },
      { type: 'number', exclusiveMinimum: 1.5 },
    ],
    [
      'the gap between two halves',
      number,
      {
        anyOf: [
          { type: 'number', exclusiveMinimum: 0 },
          { type: 'number', exclusiveMaximum: 0 },
        ],
      },
    ],
    [
      'the integer between two parts',
      { type: 'integer' },
      {
        anyOf: [
          { type: 'number', exclusiveMinimum: 4 },
          { type: 'number', maximum: 3 },
        ],
      },
    ],
    ['a literal that is gone', { enum: ['a', 'b'] }, { anyOf: [{ const: 'a' }] }],
    ['a new required member', object({ a: text }), object({ a: text, b: number })],
    ['a member that is gone', object({ a: text, b: number }, ['a']), object({ a: text })],
    [
      'deep inside',
      object({ a: object({ b: { type: 'array', items: text } }) }),
      object({ a: object({ b: { type: 'array', items: { type: 'string', minLength: 1 } } }) }),
    ],
    ['an open object', { type: 'object', properties: { a: text } }, object({ a: text }, [])],
    [
      'members of a record',
      { type: 'object', additionalProperties: number },
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    ['a pattern of members', byPattern('^x', text), byPattern('^x-', text)],
    ['more members', { type: 'object' }, { type: 'object', maxProperties: 2 }],
    ['fewer members', { type: 'object' }, { type: 'object', minProperties: 2 }],
    [
      'one branch of several',
      object({ kind: { enum: ['a', 'b'] }, more: text }),
      { anyOf: [tagged('a', text), tagged('b', number)] },
    ],
    [
      'what each branch refuses, together',
      object({ a: either, b: either }),
      { anyOf: [object({ a: text, b: either }), object({ a: either, b: text })] },
    ],
    ['a longer array', { type: 'array', items: text }, { type: 'array', items: text, maxItems: 5 }],
    ['items that repeat', { type: 'array', items: text }, { type: 'array', items: text, uniqueItems: true }],
    ['an item of a tuple', { type: 'array', items: either }, { type: 'array', prefixItems: [text] }],
    ['a narrower list', list(either), list(text)],
    ['`not`', text, { type: 'string', not: { const: 'x' } }],
  ])('%s', (_name, inner, outer) => {
    const verdict = fitsWithin(inner, outer, ajvAccepts);
    expect(verdict).toEqual({ answer: 'no', example: expect.anything() });
    const example = verdict.answer === 'no' && verdict.example;
    expect([accepts(inner, example), accepts(outer, example)]).toEqual([true, false]);
  });

  it('may say it with null', () => {
    expect(fitsWithin({ type: ['string', 'null'] }, text, ajvAccepts)).toEqual({
      answer: 'no',
      example: null,
    });
  });
});

// F4
describe('fitsWithin never says yes', () => {
  const members = (properties: unknown): JsonSchema =>
    JSON.parse(JSON.stringify({ type: 'object', properties }));
  const other = {
    $id: 'https://a.example/b',
    $defs: { A: number },
    properties: { q: { $ref: '#/$defs/A' } },
  };

  it.each<[string, JsonSchema | object, JsonSchema | object, unknown]>([
    [
      'to tiny multiples, whose quotients AJV reads wrongly',
      { type: 'number', multipleOf: 2e-10 },
      { type: 'number', multipleOf: 1e-10 },
      1.5e11,
    ],
    ['to integers as tiny multiples', { type: 'integer' }, { multipleOf: 2 ** -20 }, 2 ** 52],
    ['when `nullable` adds null', { type: 'string', nullable: true }, text, null],
    ['to a list of no types, which allows all', { type: [] }, text, 1],
    [
      'to patterns that it cannot read, beside what holds for all other members',
      { patternProperties: { '^[\\w-.]$': {} }, additionalProperties: false },
      { maxProperties: 0 },
      undefined,
    ],
    [
      'when an `$id` leads references elsewhere',
      { ...members({ p: other }), $defs: { A: text } },
      members({ p: { properties: { q: text } } }),
      { p: { q: 1 } },
    ],
  ])('%s', (_name, inner, outer, value) => {
    const { answer } = fitsWithin(inner, outer, () => (given, part) => {
      try {
        return accepts(part === true ? {} : part === false ? { not: {} } : part, given);
      } catch {
        // AJV does not compile the pattern.
        return undefined;
      }
    });
    expect(answer).not.toBe('yes');
    if (value === undefined) return;
    expect([accepts(inner, value), accepts(outer, value)]).toEqual([true, false]);
  });
});

describe('fitsWithin does not know', () => {
  it.each<[string, JsonSchema | object, JsonSchema | object, RegExp]>([
    ['a schema that contains itself', circular, text, /refers to itself/],
    ['the same one on the other side', text, circular, /refers to itself/],
    [
      'patterns with references to groups',
      { type: 'string', pattern: '^(a+)\\1$' },
      { type: 'string', pattern: '^(a*)\\1$' },
      /cannot be compared/,
    ],
    [
      'decimal multiples',
      { type: 'number', multipleOf: 0.3 },
      { type: 'number', multipleOf: 0.1 },
      /numbers/,
    ],
    [
      'parts of conditions',
      JSON.parse('{"if":{},"then":{"maxLength":1}}'),
      JSON.parse('{"then":{"maxLength":1},"if":{"type":"string"}}'),
      /if/,
    ],
    ['keywords with the wrong content', {}, { anyOf: 5 }, /anyOf/],
    ['references that lead nowhere', {}, { $ref: '#/$defs/Gone' }, /\$ref/],
  ])('%s', (_name, inner, outer, reason) => {
    // AJV cannot compile some of them.
    const never = () => () => undefined;
    expect(fitsWithin(inner, outer, never)).toEqual({
      answer: 'unknown',
      reason: expect.stringMatching(reason),
    });
  });

  it('what validators give up on, and patterns that block them', () => {
    const givesUp = () => () => {
      throw new Error('Takes too long.');
    };
    expect(fitsWithin({ const: 'a' }, text, givesUp)).toMatchObject({ answer: 'unknown' });
    const hostile = byPattern('^((a+)+)\\2b$', text);
    const named = object({ [`${'a'.repeat(40)}c`]: text });
    expect(fitsWithin(named, hostile, ajvAccepts)).toMatchObject({ answer: 'unknown' });
  });

  it('what would take too long, and soon', () => {
    const allOf = Array.from({ length: 1_000 }, (_, index) => ({
      anyOf: [{ minimum: index }, { maximum: index }],
    }));
    const start = process.cpuUsage().user;
    const verdict = fitsWithin({ allOf }, { allOf: [...allOf, text] }, () => () => undefined);
    expect(verdict).toMatchObject({ answer: 'unknown', reason: expect.stringContaining('too large') });
    // About half a second; before states were counted by their size, twenty.
    expect(process.cpuUsage().user - start).toBeLessThan(8_000_000);
  });

  it('patterns with large automata, and says so soon', () => {
    const repeated = (part: string): JsonSchema => ({
      anyOf: Array.from({ length: 10 }, (_, index) => ({
        type: 'string',
        pattern: `^(${part}){1,${40 + index}}$`,
      })),
    });
    const start = process.cpuUsage().user;
    const verdict = fitsWithin(repeated('a|b'), repeated('(a|b){1,50}'), ajvAccepts);
    expect(verdict).toMatchObject({ answer: 'unknown' });
    // Some hundred milliseconds; each pair of larger automata took eight seconds.
    expect(process.cpuUsage().user - start).toBeLessThan(8_000_000);
  });

  it('what would take too long', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      anyOf: Array.from({ length: 9 }, (_each, other) => ({
        properties: { [`p${index}`]: { maxLength: other } },
      })),
    }));
    const verdict = fitsWithin({ allOf: many }, { allOf: many, description: 'x' }, ajvAccepts);
    expect(verdict).toMatchObject({ answer: 'unknown', reason: expect.stringContaining('too large') });
  });
});

describe('fitsWithin takes time in proportion', () => {
  const union = (length: number, name: string): JsonSchema => ({
    anyOf: Array.from({ length }, (_, index) =>
      object({ kind: { const: `k${index}` }, [name]: text }, ['kind']),
    ),
  });
  const literals = (length: number): JsonSchema => ({
    anyOf: Array.from({ length }, (_, index) => ({ const: `k${index}`, description: 'One.' })),
  });
  const deep = (depth: number, inner: JsonSchema): JsonSchema =>
    Array.from({ length: depth }).reduce<JsonSchema>((schema) => object({ a: schema }), inner);
  const yes = (inner: JsonSchema, outer: JsonSchema) => () =>
    expect(fitsWithin(inner, outer, ajvAccepts)).toEqual({ answer: 'yes' });

  it.each<[string, (size: number) => () => void]>([
    [
      'to the branches of a tagged union',
      (size) => yes(union(size, 'x'), { ...union(size, 'x'), title: 'T' }),
    ],
    ['to literals', (size) => yes(literals(size), literals(size + 1))],
    ['to depth', (size) => yes(deep(size, text), deep(size, { ...text, title: 'T' }))],
  ])('%s', async (_name, prepare) => {
    expect(await growth((size: number) => prepare(size)(), [100, 400, 1_600])).toBe('linear');
  });
});
