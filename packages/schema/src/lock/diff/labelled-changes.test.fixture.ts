import type { JsonSchema, ToolAnnotations } from '@toolwright/contract';
import type { ChangeVerdict } from './contract-change.js';

const B = 'breaking';
const C = 'compatible';
const M = 'model-visible';

/** A change of a type, with its verdict where a parameter has the type, and where the result has it. */
export type LabelledType = readonly [
  name: string,
  before: JsonSchema,
  after: JsonSchema,
  input: ChangeVerdict,
  output: ChangeVerdict,
];

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const integer: JsonSchema = { type: 'integer' };
const nothing: JsonSchema = { type: 'null' };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const record = (additionalProperties: JsonSchema | boolean): JsonSchema => ({
  type: 'object',
  additionalProperties,
});
const byPattern = (pattern: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  patternProperties: { [pattern]: schema },
  additionalProperties: false,
});
const array = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const tuple = (prefixItems: readonly JsonSchema[], rest: JsonSchema | false = false): JsonSchema => ({
  type: 'array',
  prefixItems,
  items: rest,
  minItems: prefixItems.length,
  ...(rest === false ? { maxItems: prefixItems.length } : {}),
});
const either = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf });
const tagged = (kind: string, properties: Record<string, JsonSchema> = {}): JsonSchema =>
  object({ kind: { const: kind }, ...properties });
const listOf = (value: JsonSchema, name = 'List'): JsonSchema => ({
  ...object({ value, next: { $ref: `#/$defs/${name}` } }, ['value']),
  $defs: { [name]: object({ value, next: { $ref: `#/$defs/${name}` } }, ['value']) },
});
const shared = (inner: JsonSchema): JsonSchema => ({
  ...object({ a: { $ref: '#/$defs/Shared' }, b: { $ref: '#/$defs/Shared' } }),
  $defs: { Shared: inner },
});
const date: JsonSchema = { type: 'string', format: 'date-time' };
const bigint: JsonSchema = { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' };
const bytes: JsonSchema = { type: 'string', contentEncoding: 'base64', pattern: '^(?:[A-Za-z\\d+/]{4})*$' };

export const TYPES: readonly LabelledType[] = [
  // Kinds.
  ['a text becomes a number', text, number, B, B],
  ['a number becomes an integer', number, integer, B, C],
  ['an integer becomes a number', integer, number, C, B],
  ['a text becomes anything', text, {}, C, B],
  ['anything becomes a text', {}, text, B, C],
  ['a text may be null', text, { type: ['string', 'null'] }, C, B],
  ['a text may no longer be null', { type: ['string', 'null'] }, text, B, C],
  ['a boolean becomes true', { type: 'boolean' }, { const: true }, B, C],
  ['true becomes a boolean', { const: true }, { type: 'boolean' }, C, B],
  // Literals and enums.
  ['a literal becomes another', { const: 'a' }, { const: 'b' }, B, B],
  ['a literal becomes one of two', { const: 'a' }, { enum: ['a', 'b'] }, C, B],
  [
    'an enum gains a value',
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', enum: ['a', 'b', 'c'] },
    C,
    B,
  ],
  [
    'an enum loses a value',
    { type: 'string', enum: ['a', 'b', 'c'] },
    { type: 'string', enum: ['a', 'b'] },
    B,
    C,
  ],
  ['an enum swaps a value', { enum: ['a', 'b'] }, { enum: ['a', 'c'] }, B, B],
  ['an enum becomes a text', { enum: ['a', 'b'] }, text, C, B],
  ['a text becomes an enum', text, { enum: ['a', 'b'] }, B, C],
  [
    'an enum of numbers becomes a range',
    { enum: [1, 2, 3] },
    { type: 'integer', minimum: 1, maximum: 3 },
    C,
    C,
  ],
  ['an enum gains null', { enum: ['a'] }, { enum: ['a', null] }, C, B],
  ['an enum becomes a union of literals', { enum: ['a', 'b'] }, either({ const: 'a' }, { const: 'b' }), C, C],
  // Numbers.
  ['a minimum is raised', { type: 'number', minimum: 1 }, { type: 'number', minimum: 2 }, B, C],
  ['a minimum is lowered', { type: 'number', minimum: 2 }, { type: 'number', minimum: 1 }, C, B],
  ['a minimum is new', number, { type: 'number', minimum: 0 }, B, C],
  ['a maximum is lowered', { type: 'integer', maximum: 14 }, { type: 'integer', maximum: 7 }, B, C],
  ['a maximum is raised', { type: 'integer', maximum: 7 }, { type: 'integer', maximum: 14 }, C, B],
  ['a maximum is gone', { type: 'number', maximum: 7 }, number, C, B],
  ['a bound excludes itself', { type: 'number', minimum: 0 }, { type: 'number', exclusiveMinimum: 0 }, B, C],
  [
    'a bound of an integer is written otherwise',
    { type: 'integer', minimum: 1 },
    { type: 'integer', exclusiveMinimum: 0 },
    C,
    C,
  ],
  [
    'an upper bound includes itself',
    { type: 'number', exclusiveMaximum: 5 },
    { type: 'number', maximum: 5 },
    C,
    B,
  ],
  ['a multiple is new', number, { type: 'number', multipleOf: 5 }, B, C],
  ['a multiple is halved', { type: 'number', multipleOf: 10 }, { type: 'number', multipleOf: 5 }, C, B],
  ['a multiple is another', { type: 'number', multipleOf: 2 }, { type: 'number', multipleOf: 3 }, B, B],
  ['a multiple becomes an integer', { type: 'number', multipleOf: 2 }, integer, C, B],
  // Texts.
  ['a text may be longer', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 9 }, C, B],
  ['a text must be shorter', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }, B, C],
  ['a text must not be empty', text, { type: 'string', minLength: 1 }, B, C],
  ['a text may be empty', { type: 'string', minLength: 1 }, text, C, B],
  ['a pattern is new', text, { type: 'string', pattern: '^[a-z]+$' }, B, C],
  ['a pattern is gone', { type: 'string', pattern: '^[a-z]+$' }, text, C, B],
  [
    'a pattern is wider',
    { type: 'string', pattern: '^[a-z]+$' },
    { type: 'string', pattern: '^[a-z\\d]+$' },
    C,
    B,
  ],
  [
    'a pattern is narrower',
    { type: 'string', pattern: '^[a-z]+$' },
    { type: 'string', pattern: '^[a-f]+$' },
    B,
    C,
  ],
  [
    'a pattern is written otherwise',
    { type: 'string', pattern: '^[0-9]{2}$' },
    { type: 'string', pattern: '^\\d\\d$' },
    C,
    C,
  ],
  [
    'a pattern that nobody can compare',
    { type: 'string', pattern: '^(a+)\\1$' },
    { type: 'string', pattern: '^(a+)\\1\\1?$' },
    B,
    B,
  ],
  ['a format is new', text, { type: 'string', format: 'email' }, B, C],
  ['a format is gone', { type: 'string', format: 'email' }, text, C, B],
  ['a format is another', { type: 'string', format: 'uri' }, { type: 'string', format: 'email' }, B, B],
  [
    'a template literal gains a prefix',
    { type: 'string', pattern: '^x-' },
    { type: 'string', pattern: '^x-y-' },
    B,
    C,
  ],
  // Built-in objects, as they travel.
  ['a date becomes a text', date, text, C, B],
  ['a text becomes a date', text, date, B, C],
  ['a date-time becomes a date', date, { type: 'string', format: 'date' }, B, B],
  ['a bigint becomes a text', bigint, text, C, B],
  ['bytes become a text', bytes, text, C, B],
  ['a set becomes an array', array(text, { uniqueItems: true }), array(text), C, B],
  ['a map becomes a record of anything', record(number), record(true), C, B],
  // Arrays.
  ['items are wider', array(integer), array(number), C, B],
  ['items are narrower', array(number), array(integer), B, C],
  ['an array must not be empty', array(text), array(text, { minItems: 1 }), B, C],
  ['an array may be shorter', array(text, { minItems: 2 }), array(text, { minItems: 1 }), C, B],
  ['an array must be shorter', array(text), array(text, { maxItems: 5 }), B, C],
  ['an array may be longer', array(text, { maxItems: 5 }), array(text, { maxItems: 6 }), C, B],
  ['items must differ', array(text), array(text, { uniqueItems: true }), B, C],
  ['a text becomes a list of texts', text, array(text), B, B],
  ['a text may be a list of texts', text, either(text, array(text)), C, B],
  // Tuples.
  ['a tuple gains an item', tuple([text]), tuple([text, number]), B, B],
  ['a tuple loses an item', tuple([text, number]), tuple([text]), B, B],
  ['an item of a tuple is wider', tuple([text, integer]), tuple([text, number]), C, B],
  [
    'an item of a tuple becomes optional',
    tuple([text, number]),
    { ...tuple([text, number]), minItems: 1 },
    C,
    B,
  ],
  ['a tuple gets a rest', tuple([text]), tuple([text], number), C, B],
  ['a tuple becomes an array', tuple([text, text]), array(text), C, B],
  ['an array becomes a tuple', array(text), tuple([text, text]), B, C],
  // Objects.
  ['an optional member is new', object({ a: text }), object({ a: text, b: number }, ['a']), C, C],
  ['a required member is new', object({ a: text }), object({ a: text, b: number }), B, C],
  ['an optional member is gone', object({ a: text, b: number }, ['a']), object({ a: text }), B, C],
  ['a required member is gone', object({ a: text, b: number }), object({ a: text }), B, B],
  ['a member may be left out', object({ a: text }), object({ a: text }, []), C, B],
  ['a member must be given', object({ a: text }, []), object({ a: text }), B, C],
  ['a member is renamed', object({ a: text }), object({ b: text }), B, B],
  ['a member is wider', object({ a: integer }), object({ a: number }), C, B],
  ['a member is narrower', object({ a: number }), object({ a: integer }), B, C],
  ['an object opens', object({ a: text }), { ...object({ a: text }), additionalProperties: true }, C, C],
  ['an object closes', { ...object({ a: text }), additionalProperties: true }, object({ a: text }), B, C],
  ['an open object names a member', record(true), { type: 'object', properties: { a: text } }, B, C],
  [
    'a member of a member is gone',
    object({ a: object({ b: text, c: text }, ['b']) }),
    object({ a: object({ b: text }) }),
    B,
    C,
  ],
  ['an object becomes a text', object({ a: text }), text, B, B],
  ['an object has fewer members', record(number), { ...record(number), maxProperties: 3 }, B, C],
  // Records and patterns.
  ['values of a record are wider', record(integer), record(number), C, B],
  ['values of a record are narrower', record(number), record(integer), B, C],
  ['an object becomes a record', object({ a: number }), record(number), C, B],
  ['a record becomes an object', record(number), object({ a: number }), B, C],
  ['keys have a wider pattern', byPattern('^x-', text), byPattern('^x', text), C, C],
  ['keys have a narrower pattern', byPattern('^x', text), byPattern('^x-', text), B, C],
  ['values by pattern are wider', byPattern('^x-', integer), byPattern('^x-', number), C, B],
  // Unions.
  ['a union gains a type', either(text, array(text)), either(text, array(text), object({})), C, B],
  ['a union loses a type', either(text, array(text), object({})), either(text, array(text)), B, C],
  ['a union has another order', either(text, array(text)), either(array(text), text), C, C],
  ['a branch of a union is narrower', either(text, array(number)), either(text, array(integer)), B, C],
  [
    'a tagged union gains a branch',
    either(tagged('a'), tagged('b')),
    either(tagged('a'), tagged('b'), tagged('c')),
    C,
    B,
  ],
  ['a tagged union loses a branch', either(tagged('a'), tagged('b')), either(tagged('a')), B, C],
  [
    'a branch gains an optional member',
    either(tagged('a'), tagged('b')),
    either(tagged('a'), object({ kind: { const: 'b' }, x: text }, ['kind'])),
    C,
    C,
  ],
  [
    'a branch gains a required member',
    either(tagged('a'), tagged('b')),
    either(tagged('a'), tagged('b', { x: text })),
    B,
    C,
  ],
  ['a branch gets another tag', either(tagged('a'), tagged('b')), either(tagged('a'), tagged('c')), B, B],
  [
    'a tag of two values becomes two branches',
    object({ kind: { enum: ['a', 'b'] } }),
    either(tagged('a'), tagged('b')),
    C,
    C,
  ],
  [
    'two branches become a tag of two values',
    either(tagged('a', { x: text }), tagged('b', { x: text })),
    object({ kind: { enum: ['a', 'b'] }, x: text }),
    C,
    C,
  ],
  [
    '`oneOf` of tags becomes `anyOf`',
    { oneOf: [tagged('a'), tagged('b')] },
    either(tagged('a'), tagged('b')),
    C,
    C,
  ],
  // Definitions.
  ['a shared type is wider', shared(integer), shared(number), C, B],
  ['a shared type is narrower', shared(number), shared(integer), B, C],
  ['a shared type is written in place', shared(text), object({ a: text, b: text }), C, C],
  ['a recursive type is wider', listOf(integer), listOf(number), C, B],
  ['a recursive type is narrower', listOf(number), listOf(integer), B, C],
  ['a definition has another name', listOf(text), listOf(text, 'Chain'), M, M],
  // `allOf` and `not`.
  ['a part of `allOf` is gone', { allOf: [text, { maxLength: 3 }] }, text, C, B],
  ['a part of `allOf` is new', { allOf: [text] }, { allOf: [text, { maxLength: 3 }] }, B, C],
  ['`not` is new', text, { type: 'string', not: { const: 'x' } }, B, C],
  ['`not` is gone', { type: 'string', not: { const: 'x' } }, text, C, B],
  ['null joins an object', object({}), either(object({}), nothing), C, B],
  // Words.
  ['a description', { ...text, description: 'A.' }, { ...text, description: 'B.' }, M, M],
  ['a title', text, { ...text, title: 'A' }, M, M],
  ['examples', { ...text, examples: ['a'] }, text, M, M],
  ['a deprecation', text, { ...text, deprecated: true }, M, M],
  ['the order of an enum', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, C, C],
  // Defaults, where nobody may leave the member out.
  ['a default of a required member', { ...text, default: 'a' }, { ...text, default: 'b' }, M, M],
];

/** Changes of whole parameters. */
export const PARAMETERS: readonly (readonly [string, JsonSchema, JsonSchema, ChangeVerdict])[] = [
  [
    'a default is another',
    object({ days: { ...number, default: 1 } }, []),
    object({ days: { ...number, default: 3 } }, []),
    B,
  ],
  ['a default is new', object({ days: number }, []), object({ days: { ...number, default: 3 } }, []), B],
  ['a default is gone', object({ days: { ...number, default: 1 } }, []), object({ days: number }, []), B],
  [
    'a required parameter gets a default',
    object({ days: number }),
    object({ days: { ...number, default: 1 } }, []),
    C,
  ],
  [
    'a nested default is another',
    object({ o: object({ x: { ...number, default: 1 } }, []) }),
    object({ o: object({ x: { ...number, default: 2 } }, []) }),
    B,
  ],
  [
    'a default with the same members in another order',
    object({ o: { default: { a: 1, b: 2 } } }, []),
    object({ o: { default: { b: 2, a: 1 } } }, []),
    M,
  ],
  ['a required parameter is new', object({ city: text }), object({ city: text, days: number }), B],
  ['an optional parameter is new', object({ city: text }), object({ city: text, days: number }, ['city']), C],
  ['a parameter is renamed', object({ city: text }), object({ town: text }), B],
];

export const ANNOTATIONS: readonly (readonly [ToolAnnotations, ToolAnnotations, ChangeVerdict])[] = [
  [{ readOnly: true }, {}, B],
  [{ readOnly: true }, { readOnly: false }, B],
  [{}, { readOnly: true }, C],
  [{}, { destructive: true }, B],
  [{ destructive: true }, {}, C],
  [{ openWorld: false }, { openWorld: true }, B],
  [{ openWorld: true }, {}, C],
  [{ needsApproval: true }, {}, B],
  [{}, { needsApproval: true }, C],
  [{ idempotent: true }, {}, C],
  [{ timeoutMs: 2_000 }, { timeoutMs: 1_000 }, B],
  [{ timeoutMs: 1_000 }, { timeoutMs: 2_000 }, C],
  [{ title: 'A' }, { title: 'B' }, M],
  [{}, { deprecated: true }, M],
  [{ tags: ['a'] }, { tags: ['b'] }, M],
];
