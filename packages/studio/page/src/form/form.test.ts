import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject, JsonSchema, JsonValue } from '@toolwright/contract';
import { WHOLE_NUMBER as WHOLE_NUMBER_OF_CODEGEN } from '@toolwright/json-schema';
import * as fc from 'fast-check';
import { PLAN_TRIP } from '../../test/fixture/schemas.js';
import { freeName, moveItem, renameMember, withMember } from './edit.js';
import { bestBranch } from './fits.js';
import { addedValue, initialValue } from './initial-value.js';
import { issuePlace } from './issue-place.js';
import { WHOLE_NUMBER } from './limits-of.js';
import { readNumber } from './number-text.js';
import { readArguments, readJsonText } from './read-json-text.js';
import { asSchema, toField } from './to-field.js';

const { parameters } = PLAN_TRIP;
const fieldOf = (name: string) => toField(asSchema(parameters.properties[name]), parameters);

const Self: JsonSchema = { anyOf: [{ $ref: '#/$defs/Self' }] };

// K1
it.each([
  ['from', { kind: 'text', limits: '2 to 80 characters' }],
  ['start', { kind: 'text', format: 'date-time' }],
  ['days', { kind: 'number', isInteger: true, default: 3, limits: '1 to 30' }],
  ['class', { kind: 'choice', options: [{ label: 'economy' }, { label: 'comfort' }, { label: 'first' }] }],
  ['flexible', { kind: 'boolean' }],
  ['budget', { kind: 'nullable', schema: { type: 'number', minimum: 0 } }],
  ['bookingId', { kind: 'text', isWholeNumber: true, limits: 'a whole number' }],
  ['travellers', { kind: 'list', min: 1 }],
  ['near', { kind: 'tuple', required: 2 }],
  ['means', { kind: 'union', branches: [{ label: 'kind: "train"' }, { label: 'kind: "car"' }] }],
  ['labels', { kind: 'object', members: [], others: { type: 'string' } }],
  ['stops', { kind: 'object', description: 'Where to stop on the way, and from there on.' }],
])('makes a field of %s', (name, field) => {
  expect(fieldOf(name)).toMatchObject(field);
});

it.each<[string, JsonSchema, string]>([
  ['a schema that says nothing', {}, 'json'],
  ['a reference that leads nowhere', { $ref: '#/$defs/Gone' }, 'json'],
  ['a reference to itself', { $ref: '#' }, 'json'],
  ['parts that must hold together', { allOf: [{ type: 'object' }] }, 'json'],
  ['a const', { const: 'now' }, 'choice'],
  ['documented values', { anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }, { type: 'null' }] }, 'choice'],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'object' }] }, 'union'],
  ['a nullable date', { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'nullable'],
  ['a nullable object', { anyOf: [{ type: 'null' }, { type: 'object' }] }, 'nullable'],
  ['a nullable enum', { type: ['string', 'null'], enum: ['a', null] }, 'choice'],
  ['a union with null', { type: ['string', 'number', 'null'] }, 'nullable'],
  ['null within a union', { anyOf: [{ type: ['string', 'null'] }, { type: 'number' }] }, 'nullable'],
  ['a union that holds only itself', { $ref: '#/$defs/Self' }, 'union'],
])('shows %s', (_, schema, kind) => {
  const root = '$ref' in schema && schema.$ref === '#' ? schema : { $defs: { Self } };
  expect(toField(schema, root).kind).toBe(kind);
});

it.each<[string, JsonSchema]>([
  ['a password', { type: 'string', format: 'password' }],
  ['what the tool never gives back', { type: 'string', writeOnly: true }],
  ['the same by reference', { $ref: '#/$defs/Pin' }],
])('hides what is typed for %s', (_, schema) => {
  const root: JsonSchema = { $defs: { Pin: { type: 'string', writeOnly: true } } };
  expect(toField(schema, root)).toMatchObject({ kind: 'text', isSecret: true });
  const union = toField({ anyOf: [schema, { type: 'null' }], writeOnly: true }, root);
  expect(toField(union.kind === 'nullable' ? union.schema : {}, root)).toMatchObject({
    kind: 'text',
    isSecret: true,
  });
});

it('begins with what must be there, and leaves the rest for the registry to ask for', () => {
  expect(initialValue(parameters, parameters)).toEqual({ travellers: [], means: { kind: 'train' } });
  expect(addedValue(asSchema(parameters.properties.days), parameters)).toBe(3);
});

/** The schemas and values that codegen is tested with. */
const FIXTURES = fileURLToPath(new URL('../../../../../tools-codegen/fixtures/types/valid', import.meta.url));
const cases = readdirSync(FIXTURES).flatMap((name) => {
  const read = (file: string) => JSON.parse(readFileSync(join(FIXTURES, name, file), 'utf8'));
  try {
    return [
      {
        name,
        schema: read('schema.json') as JsonSchema,
        values: read('values.json') as { accepted: JsonValue[] },
      },
    ];
  } catch {
    // A fixture without values.
    return [];
  }
});

it('finds for every accepted value of codegen’s fixtures a field that can show it, down to its parts', () => {
  expect(cases.length).toBeGreaterThan(150);
  const lost = cases.flatMap(({ name, schema, values }) =>
    values.accepted
      .filter((value) => !shows(schema, value, schema))
      .map((value) => `${name}: ${JSON.stringify(value)}`),
  );
  expect(lost).toEqual([]);
});

it('makes an initial value of every schema of codegen’s fixtures', () => {
  for (const { schema } of cases) expect(() => addedValue(schema, schema)).not.toThrow();
});

/** Whether the form shows a value in fields of its kind, and not as JSON because the wrong field was chosen. */
function shows(schema: JsonSchema, value: JsonValue, root: JsonSchema): boolean {
  const field = toField(schema, root);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  switch (field.kind) {
    case 'json':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'choice':
      return field.options.some((option) => JSON.stringify(option.value) === JSON.stringify(value));
    case 'nullable':
      return value === null || shows(field.schema, value, root);
    case 'union': {
      const branches = field.branches.map((branch) => branch.schema);
      const branch = branches[bestBranch(branches, value, root)];
      return branch !== undefined && shows(branch, value, root);
    }
    case 'list':
      return Array.isArray(value) && value.every((item) => shows(field.items, item, root));
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.every((item, index) => shows(field.items[index] ?? field.rest ?? {}, item, root))
      );
    case 'object':
      return (
        isObject &&
        Object.entries(value as JsonObject).every(([name, part]) => {
          const member = field.members.find((each) => each.name === name);
          const others = field.others === true ? {} : field.others;
          const own = member?.schema ?? others;
          return own !== undefined && shows(own, part, root);
        })
      );
    default:
      return field satisfies never;
  }
}

it('knows the pattern of a bigint', () => {
  expect(WHOLE_NUMBER).toBe(WHOLE_NUMBER_OF_CODEGEN);
});

it('sets, renames and leaves out members without touching the others', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string(),
      fc.jsonValue(),
      (given, name, value) => {
        // What fast-check makes is JSON.
        const object = given as JsonObject;
        const changed = withMember(object, name, value as JsonValue);
        expect(Object.entries(changed).filter(([key]) => key !== name)).toEqual(
          Object.entries(object).filter(([key]) => key !== name),
        );
        expect(Object.hasOwn(changed, name)).toBe(true);
        expect(Object.hasOwn(withMember(changed, name, undefined), name)).toBe(false);
        expect(Object.hasOwn(object, freeName(object))).toBe(false);
      },
    ),
  );
  expect(renameMember({ a: 1, b: 2 }, 'a', '__proto__')).toEqual(JSON.parse('{"__proto__": 1, "b": 2}'));
  expect(renameMember({ a: 1, b: 2 }, 'a', 'b')).toBeUndefined();
  expect(moveItem([1, 2, 3], 2, -1)).toEqual([1, 3, 2]);
});

it('keeps every number that JavaScript keeps, and the text of every other one', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(readNumber(String(value))).toBe(value === 0 ? 0 : value);
    }),
  );
  fc.assert(fc.property(fc.integer(), (value) => expect(readNumber(` ${value} `)).toBe(value)));
  expect(readNumber('12345678901234567890')).toBe('12345678901234567890');
  expect(readNumber('007')).toBe('007');
  expect(readNumber('1e999')).toBe('1e999');
  expect(readNumber(' ')).toBeUndefined();
});

it('finds the field of an issue, also of a member that is missing', () => {
  expect(issuePlace({ path: 'a[0]', message: 'a[0].name is required (a string).' })).toBe('a[0].name');
  expect(issuePlace({ path: '', message: 'to is required.' })).toBe('to');
  expect(issuePlace({ path: 'days', message: 'days must be at most 30; got 99.' })).toBe('days');
});

it('refuses JSON that it would change', () => {
  expect(readJsonText('{"id": 12345678901234567890}')).toMatchObject({
    ok: false,
    message: expect.stringContaining('12345678901234567890'),
  });
  expect(readJsonText('{"id": "12345678901234567890", "n": 1000000000000000000}')).toMatchObject({
    ok: true,
  });
  expect(readArguments('[]')).toMatchObject({
    ok: false,
    message: expect.stringContaining('must be a JSON object'),
  });
  expect(readArguments('{"a": }').ok).toBe(false);
  expect(readArguments(' ')).toEqual({ ok: true, value: {} });
});
