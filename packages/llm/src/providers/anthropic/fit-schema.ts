import type { JsonSchema } from '@toolwright/contract';
import { definitionName, findCycles, referencesIn } from '@toolwright/json-schema';

/** @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations */
const FORMATS: ReadonlySet<string> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);

/**
 * The maximum numbers of optional properties and of unions per request.
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs#schema-complexity-limits
 */
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

type Draft = { -readonly [Keyword in keyof JsonSchema]: JsonSchema[Keyword] };

/** Thrown and caught only in this file. */
class Impossible extends Error {}

/**
 * Adapts a schema to structured outputs. Returns undefined for unsupported schemas: objects with arbitrary members, values of any type,
 * tuples, recursive types. Moves keywords that the API does not enforce to the description, as the SDK's own `transformJSONSchema` does.
 */
export function fitSchema(schema: JsonSchema): JsonSchema | undefined {
  const counts = { optional: 0, unions: 0 };
  const visit = (part: JsonSchema): JsonSchema => fitPart(part, visit, counts);
  try {
    if (isRecursive(schema)) return undefined;
    const fitted = visit(schema);
    return counts.optional > MAX_OPTIONAL || counts.unions > MAX_UNIONS ? undefined : fitted;
  } catch (error) {
    if (error instanceof Impossible) return undefined;
    throw error;
  }
}

type Visit = (part: JsonSchema) => JsonSchema;

function fitPart(schema: JsonSchema, visit: Visit, counts: { optional: number; unions: number }): JsonSchema {
  const { $schema: _, $ref, $defs, anyOf, oneOf, allOf, enum: values, const: value, ...rest } = schema;
  const draft: Draft = $defs === undefined ? {} : { $defs: mapValues($defs, visit) };
  if ($ref !== undefined) return { ...draft, $ref };
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) {
    counts.unions++;
    draft.anyOf = branches.map(visit);
  } else if (allOf !== undefined) draft.allOf = allOf.map(visit);
  else if (value !== undefined) draft.const = scalar(value);
  else if (values !== undefined) draft.enum = values.map(scalar);
  else if (Array.isArray(rest.type)) return fitPart({ ...draft, ...byType(rest) }, visit, counts);
  else return withDescription({ ...draft, ...fitType(rest, visit, counts) });
  const { type: _type, ...said } = rest;
  return withDescription({ ...draft, rest: said });
}

/** The keywords that the API accepts, and the `rest`, which moves to the description. */
type Fitted = Draft & { readonly rest: JsonSchema };

function fitType(schema: JsonSchema, visit: Visit, counts: { optional: number }): Fitted {
  switch (schema.type) {
    case 'object':
      return fitObject(schema, visit, counts);
    case 'array':
      return fitArray(schema, visit);
    case 'string': {
      const { type, format, ...rest } = schema;
      if (format === undefined) return { type, rest };
      return FORMATS.has(format) ? { type, format, rest } : { type, rest: { ...rest, format } };
    }
    case undefined:
      throw new Impossible();
    default: {
      const { type, ...rest } = schema;
      return { type: type ?? 'null', rest };
    }
  }
}

function fitObject(schema: JsonSchema, visit: Visit, counts: { optional: number }): Fitted {
  const {
    type: _,
    properties = {},
    required = [],
    additionalProperties,
    patternProperties,
    ...rest
  } = schema;
  const names = Object.keys(properties);
  const open = typeof additionalProperties === 'object' || patternProperties !== undefined;
  // An open object can be closed, because the open schema accepts the result. Without properties, a closed object would be useless.
  if (open || (names.length === 0 && additionalProperties !== false)) throw new Impossible();
  counts.optional += names.filter((name) => !required.includes(name)).length;
  return {
    type: 'object',
    properties: mapValues(properties, visit),
    required,
    additionalProperties: false,
    rest,
  };
}

function fitArray(schema: JsonSchema, visit: Visit): Fitted {
  const { type: _, items, prefixItems, minItems, ...rest } = schema;
  if (prefixItems !== undefined || typeof items !== 'object') throw new Impossible();
  const draft = { type: 'array', items: visit(items) } as const;
  if (minItems === undefined) return { ...draft, rest };
  return minItems < 2 ? { ...draft, minItems, rest } : { ...draft, rest: { ...rest, minItems } };
}

/** Creates one branch for each type, with the keywords that apply to it. */
function byType({ type, description, title, ...rest }: JsonSchema): JsonSchema {
  const types = Array.isArray(type) ? type : [];
  const {
    properties,
    required,
    additionalProperties,
    patternProperties,
    items,
    prefixItems,
    minItems,
    format,
    ...others
  } = rest;
  const own: Record<string, JsonSchema> = {
    object: defined({ properties, required, additionalProperties, patternProperties }),
    array: defined({ items, prefixItems, minItems }),
    string: defined({ format }),
  };
  const anyOf = types.map((one): JsonSchema => ({ type: one, ...own[one] }));
  return { ...defined({ description, title }), ...others, anyOf };
}

function withDescription({ rest, ...draft }: Fitted): JsonSchema {
  const { description, title, ...others } = rest;
  const words = Object.entries(others).map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  const said = [description, words.length > 0 ? `{${words.join(', ')}}` : undefined]
    .filter(Boolean)
    .join('\n\n');
  return { ...draft, ...(title !== undefined && { title }), ...(said !== '' && { description: said }) };
}

/** Whether the schema has a recursive definition or a reference to something other than a definition. */
function isRecursive(schema: JsonSchema): boolean {
  const { $defs = {} } = schema;
  const isDefined = ($ref: string): boolean => Object.hasOwn($defs, definitionName($ref) ?? '');
  return findCycles(schema).size > 0 || !referencesIn(schema).every(isDefined);
}

function scalar<T>(value: T): T {
  if (typeof value === 'object' && value !== null) throw new Impossible();
  return value;
}

function mapValues(values: Readonly<Record<string, JsonSchema>>, visit: Visit): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, visit(value)]));
}

function defined(
  schema: { readonly [Keyword in keyof JsonSchema]: JsonSchema[Keyword] | undefined },
): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
