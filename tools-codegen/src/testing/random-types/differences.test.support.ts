import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { createValidator, type Disagreement } from './judge-types.test.support.js';

/** Values that the compiler accepts and the schema intentionally refuses. */
export interface Difference {
  readonly name: string;
  /** An example: the type, and a value of that kind. */
  readonly type: string;
  readonly value: JsonValue;
  readonly because: string;
  /** A schema without the rule that refuses such values. */
  loosen(schema: JsonSchema, root: JsonSchema): JsonSchema;
}

/** Values that only the compiler accepts. No value is known that only the schema accepts. */
export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'excess members of a union',
    type: '{ a: 1 } | { b: 1 }',
    value: { a: 1, b: 1 },
    because: 'the compiler takes a member of any alternative; the schema of each alternative is closed',
    loosen: (schema, root) =>
      schema.anyOf === undefined
        ? schema
        : { ...schema, anyOf: schema.anyOf.map((member) => opened(member, root)) },
  },
  {
    name: 'repeated items of a set',
    type: 'Set<1>',
    value: [1, 1],
    because: 'a set is an array in JSON, and refuses what it would drop',
    loosen: ({ uniqueItems, ...schema }) => schema,
  },
  {
    name: 'arrays as `object`',
    type: 'object',
    value: [],
    because: '`object` is a JSON object: a model that is told so sends no array',
    loosen: (schema) =>
      schema.additionalProperties === true && schema.properties === undefined ? withoutType(schema) : schema,
  },
  {
    name: 'arrays and strings as `Record<number, T>`',
    type: 'Record<number, unknown>',
    value: [],
    because: 'they have numeric keys in memory; in JSON such a record is an object',
    loosen: (schema) =>
      Object.keys(schema.patternProperties ?? {}).some((pattern) => pattern.includes('[1-9]'))
        ? withoutType(schema)
        : schema,
  },
  {
    name: 'other spellings of bigints in templates',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript in text.
    type: '`${bigint}n`',
    value: '-0n',
    because: 'bigints in text are written as JavaScript writes them',
    loosen: ({ pattern, ...schema }) =>
      pattern === undefined || pattern.includes('[1-9]') ? schema : { pattern, ...schema },
  },
];

/** The name of the documented difference that explains a disagreement. */
export function findDifference({ schema, value, accepts }: Disagreement): string | undefined {
  if (accepts === 'schema') return undefined;
  const found = DIFFERENCES.find(({ loosen }) =>
    createValidator(everywhere(schema, (part) => loosen(part, schema)))(value),
  );
  if (found !== undefined) return found.name;
  const all = DIFFERENCES.reduce(
    (looser, { loosen }) => everywhere(looser, (part) => loosen(part, looser)),
    schema,
  );
  return createValidator(all)(value) ? 'several of these' : undefined;
}

function withoutType({ type, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function opened(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const target = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  // A named union is opened where it is defined.
  if (target !== undefined) return target.anyOf === undefined ? opened(target, root) : schema;
  const { additionalProperties, ...open } = schema;
  return additionalProperties === false ? open : schema;
}

/** Changes a schema and all schemas inside, the inner ones first. */
function everywhere(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const deep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, deep(member)])));
  };
  return deep(schema) as JsonSchema; // The same members.
}
