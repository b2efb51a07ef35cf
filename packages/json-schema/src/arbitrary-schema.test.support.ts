import { randomUUID } from 'node:crypto';
import type { JsonSchema, JsonValue, ObjectSchema } from '@toolwright/contract';
import fc from 'fast-check';

/** A random canonical schema, its definitions, and JSON that it accepts. */
export interface ArbitrarySchema {
  readonly schema: JsonSchema;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly values: fc.Arbitrary<JsonValue>;
}

/** The arguments of a random tool with one value that its schema accepts. */
export interface Sample {
  readonly schema: ObjectSchema;
  readonly value: JsonValue;
}

/** `closed`: no part of it is open, so every provider accepts all of it. */
export type Openness = 'open' | 'closed';

/** Schemas of every kind that codegen writes, for the arguments of a tool. */
export function arbitrarySample(openness: Openness): fc.Arbitrary<Sample> {
  return closedObject(arbitrarySchema(3, openness)).chain(({ schema, $defs, values }) =>
    values.map((value) => ({ schema: toRoot(schema, $defs), value })),
  );
}

function toRoot(schema: JsonSchema, $defs: Readonly<Record<string, JsonSchema>>): ObjectSchema {
  const root: ObjectSchema = { ...schema, type: 'object', properties: schema.properties ?? {} };
  return Object.keys($defs).length === 0 ? root : { ...root, $defs };
}

/** Schemas of every kind that codegen writes. */
export function arbitrarySchema(depth: number, openness: Openness): fc.Arbitrary<ArbitrarySchema> {
  const scalars = openness === 'open' ? fc.oneof({ weight: 9, arbitrary: scalar }, anything) : scalar;
  if (depth === 0) return documented(scalars);
  const inner = arbitrarySchema(depth - 1, openness);
  const choices = [
    { weight: 3, arbitrary: scalars },
    { weight: 1, arbitrary: array(inner) },
    { weight: 1, arbitrary: tuple(inner) },
    { weight: 3, arbitrary: closedObject(inner) },
    { weight: 2, arbitrary: union(inner) },
    { weight: 1, arbitrary: reference(inner) },
    { weight: 1, arbitrary: recursive(inner) },
  ];
  return documented(
    openness === 'open'
      ? fc.oneof(...choices, { weight: 1, arbitrary: openObject(inner) })
      : fc.oneof(...choices),
  );
}

const leaf = (schema: JsonSchema, values: fc.Arbitrary<JsonValue>): ArbitrarySchema => ({
  schema,
  $defs: {},
  values,
});
const json: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 1 })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));
const texts = (...values: string[]): fc.Arbitrary<JsonValue> => fc.constantFrom(...values);

const scalar: fc.Arbitrary<ArbitrarySchema> = fc.constantFrom(
  leaf({ type: 'string' }, fc.string()),
  leaf({ type: 'string', minLength: 2, maxLength: 4 }, texts('ab', 'abcd')),
  leaf({ type: 'string', pattern: '^a+$', allOf: [{ pattern: '^.{2}' }] }, texts('aa', 'aaa')),
  leaf({ type: 'string', pattern: '^(?!x)' }, texts('a', '')),
  leaf({ type: 'string', format: 'date-time' }, texts('2026-01-31T00:00:00Z')),
  leaf({ type: 'string', format: 'uri' }, texts('https://example.com/')),
  leaf({ type: 'string', contentEncoding: 'base64' }, texts('AAH/')),
  leaf({ type: 'number' }, fc.integer()),
  leaf({ type: 'integer', exclusiveMinimum: 0, maximum: 9 }, fc.integer({ min: 1, max: 9 })),
  leaf({ type: 'number', minimum: 0.5, exclusiveMaximum: 3 }, fc.constantFrom(0.5, 1, 2.9)),
  leaf({ type: 'number', multipleOf: 5 }, fc.constantFrom(0, 5, -10)),
  leaf({ type: 'boolean' }, fc.boolean()),
  leaf({ type: 'null' }, fc.constant(null)),
  leaf({ type: 'string', const: 'a' }, texts('a')),
  leaf({ type: 'number', const: 1 }, fc.constant(1)),
  leaf({ type: 'boolean', const: true }, fc.constant(true)),
  leaf({ type: 'string', enum: ['a', 'b'] }, texts('a', 'b')),
  leaf({ type: 'number', enum: [1, 2] }, fc.constantFrom(1, 2)),
  leaf({ type: ['string', 'null'], enum: ['a', null] }, fc.constantFrom('a', null)),
  leaf({ enum: ['a', 1, true, null] }, fc.constantFrom('a', 1, true, null)),
  leaf({ type: ['string', 'null'], maxLength: 3 }, fc.constantFrom('abc', null)),
  leaf({ type: ['integer', 'null'] }, fc.constantFrom(1, null)),
);

const anything: fc.Arbitrary<ArbitrarySchema> = fc.constant(leaf({}, json));

/** Adds what documentation adds, also beside a `$ref`. */
function documented(schemas: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  const docs: readonly JsonSchema[] = [
    {},
    {},
    { description: 'A thing' },
    { title: 'Thing', description: 'A thing.', examples: ['x'] },
    { default: null, deprecated: true },
  ];
  return fc
    .tuple(schemas, fc.constantFrom(...docs))
    .map(([each, added]) => ({ ...each, schema: { ...each.schema, ...added } }));
}

function array(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  return fc
    .tuple(inner, fc.constantFrom<JsonSchema>({}, { minItems: 1, maxItems: 2 }, { uniqueItems: true }))
    .map(
      ([{ schema, $defs, values }, limits]): ArbitrarySchema => ({
        schema: { type: 'array', items: schema, ...limits },
        $defs,
        values: fc.uniqueArray(values, {
          minLength: limits.minItems ?? 0,
          maxLength: 2,
          selector: JSON.stringify,
        }),
      }),
    );
}

function tuple(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  return fc
    .tuple(
      fc.array(inner, { minLength: 1, maxLength: 3 }),
      fc.option(inner, { nil: undefined }),
      fc.nat(2),
      fc.boolean(),
    )
    .map(([elements, rest, optional, named]): ArbitrarySchema => {
      const minItems = Math.max(0, elements.length - optional);
      const parts = rest === undefined ? elements : [...elements, rest];
      return {
        schema: {
          type: 'array',
          prefixItems: elements.map(({ schema }, index) =>
            named ? { title: `at${index}`, ...schema } : schema,
          ),
          items: rest === undefined ? false : isAnything(rest.schema) ? true : rest.schema,
          minItems,
          ...(rest === undefined ? { maxItems: elements.length } : {}),
        },
        $defs: mergeDefinitions(parts),
        values: fc
          .tuple(
            fc.tuple(...parts.map(({ values }) => values)),
            fc.integer({ min: minItems, max: parts.length }),
          )
          .map(([all, length]) => all.slice(0, length)),
      };
    });
}

function isAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

const NAMES = ['kind', 'a', 'b', 'a/b~c', 'hasOwnProperty'] as const;

function closedObject(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  const property = fc.tuple(inner, fc.boolean());
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
      fc.array(property, { minLength: 3, maxLength: 3 }),
    )
    .map(([names, types]): ArbitrarySchema => {
      const members = names.flatMap((name, index) => {
        const [type, isRequired] = types[index] ?? [];
        return type === undefined ? [] : [{ name, type, isRequired: isRequired === true }];
      });
      const required: string[] = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      const values: Record<string, fc.Arbitrary<JsonValue>> = Object.fromEntries(
        members.map(({ name, type }) => [name, type.values]),
      );
      return {
        schema: {
          type: 'object',
          properties: Object.fromEntries(members.map(({ name, type }) => [name, type.schema])),
          ...(required.length > 0 ? { required } : {}),
          additionalProperties: false,
        },
        $defs: mergeDefinitions(members.map(({ type }) => type)),
        values: fc
          .record(values, { requiredKeys: required })
          .map((object): JsonValue => JSON.parse(JSON.stringify(object))),
      };
    });
}

/** Records, open objects and objects with members by pattern. */
function openObject(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  return fc.tuple(closedObject(inner), inner, inner, fc.constantFrom('open', 'record', 'pattern')).map(
    ([own, matching, others, kind]): ArbitrarySchema => ({
      schema: {
        ...own.schema,
        ...(kind === 'pattern' ? { patternProperties: { '^x-': matching.schema } } : {}),
        additionalProperties: kind === 'open' ? true : kind === 'record' ? others.schema : false,
      },
      $defs: mergeDefinitions([own, matching, others]),
      values: fc
        .tuple(own.values, matching.values, json, others.values)
        .map(([object, x, any, other]): JsonValue => {
          const more = kind === 'pattern' ? { 'x-1': x } : { more: kind === 'open' ? any : other };
          return typeof object === 'object' && object !== null && !Array.isArray(object)
            ? { ...object, ...more }
            : object;
        }),
    }),
  );
}

function union(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  const tagged = fc.array(closedObject(inner), { minLength: 2, maxLength: 3 }).map((members) =>
    members.map((member, index): ArbitrarySchema => {
      const { properties = {}, required = [] } = member.schema;
      const kind = `k${index}`;
      return {
        ...member,
        schema: {
          ...member.schema,
          properties: { ...properties, kind: { type: 'string', const: kind } },
          required: [...new Set([...required, 'kind'])],
        },
        values: member.values.map((value) => (typeof value === 'object' ? { ...value, kind } : value)),
      };
    }),
  );
  const nullable = inner.map((member) => [member, leaf({ type: 'null' }, fc.constant(null))]);
  const several = fc.array(inner, { minLength: 2, maxLength: 3 });
  return fc.oneof(tagged, nullable, several).map(
    (members): ArbitrarySchema => ({
      schema: { anyOf: members.map(({ schema }) => schema) },
      $defs: mergeDefinitions(members),
      values: fc.oneof(...members.map(({ values }) => values)),
    }),
  );
}

/** A definition, because the type is used more than once. */
function reference(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  return inner.map(({ schema, $defs, values }) => {
    const name = uniqueName('Shared');
    return { schema: { $ref: `#/$defs/${name}` }, $defs: { ...$defs, [name]: schema }, values };
  });
}

/** Lists, trees and types that directly contain themselves. */
function recursive(inner: fc.Arbitrary<ArbitrarySchema>): fc.Arbitrary<ArbitrarySchema> {
  return fc
    .tuple(inner, fc.constantFrom('list', 'nullable', 'tree', 'nested'))
    .map(([{ schema, $defs, values }, kind]): ArbitrarySchema => {
      const name = uniqueName('Recursive');
      const self: JsonSchema = { $ref: `#/$defs/${name}` };
      const forms: Record<string, readonly [JsonSchema, boolean, JsonValue | undefined]> = {
        list: [self, false, undefined],
        nullable: [{ anyOf: [self, { type: 'null' }] }, true, null],
        tree: [{ type: 'array', items: self }, true, []],
      };
      const [next, isRequired, end] = forms[kind] ?? [self, false, undefined];
      const node = (value: JsonValue, rest: JsonValue | undefined): JsonValue =>
        rest === undefined ? { value } : { value, next: rest };
      const objects = fc
        .tuple(values, values, fc.boolean())
        .map(([one, other, isLong]) =>
          isLong ? node(one, kind === 'tree' ? [node(other, end)] : node(other, end)) : node(one, end),
        );
      const nested: JsonSchema = { anyOf: [{ type: 'array', items: self }, { type: 'number' }] };
      const object: JsonSchema = {
        type: 'object',
        properties: { value: schema, next },
        required: isRequired ? ['value', 'next'] : ['value'],
        additionalProperties: false,
      };
      return {
        schema: self,
        $defs: { ...$defs, [name]: kind === 'nested' ? nested : object },
        values: kind === 'nested' ? fc.constantFrom<JsonValue>(1, [], [1, [2]]) : objects,
      };
    });
}

function mergeDefinitions(parts: readonly ArbitrarySchema[]): Record<string, JsonSchema> {
  return Object.assign({}, ...parts.map(({ $defs }) => $defs));
}

/** Several in one schema must differ, also while a failure is shrunk. */
function uniqueName(prefix: string): string {
  return `${prefix}${randomUUID().slice(0, 8)}`;
}
