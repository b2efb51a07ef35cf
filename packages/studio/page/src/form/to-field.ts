import { isRecord, type JsonSchema, type JsonValue } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';
import { branchLabel } from './branch-label.js';
import type { Field, Member, Option } from './field.js';
import { limitsOf, WHOLE_NUMBER } from './limits-of.js';

/** Schema keywords that are edited as JSON, because they relate several parts of a value. */
const JSON_ONLY = [
  'allOf',
  'not',
  'if',
  'contains',
  'dependentSchemas',
  'propertyNames',
  '$dynamicRef',
] as const;

/** The maximum number of values that are shown as check boxes. */
const MOST_BOXES = 24;

/** Converts a schema to a form field. @param root the schema that contains the definitions for `$ref` */
export function toField(schema: JsonSchema, root: JsonSchema): Field {
  const resolved = resolveRef(schema, root);
  if (resolved === undefined) return { kind: 'json' };
  const about = { ...aboutOf(resolved), ...aboutOf(schema) };
  const shape = shapeOf(resolved, root);
  if (shape.kind !== 'nullable') return { ...shape, ...about };
  // What is said about a nullable value is about its only field.
  const { description, default: value, isDeprecated, isSecret } = about;
  return {
    ...about,
    kind: 'nullable',
    schema: {
      ...shape.schema,
      ...(description !== undefined && { description }),
      ...(value !== undefined && { default: value }),
      ...(isDeprecated && { deprecated: true }),
      ...(isSecret && { writeOnly: true }),
    },
  };
}

/** Returns an object schema unchanged, and `{}` for a boolean one. */
export function asSchema(schema: unknown): JsonSchema {
  // The registry has already validated the schema.
  return isRecord(schema) ? (schema as JsonSchema) : {};
}

type Shape = Field extends infer Each ? (Each extends Field ? Omit<Each, keyof About> : never) : never;
type About = Pick<Field, 'description' | 'default' | 'isDeprecated' | 'isSecret' | 'limits'>;

function aboutOf(schema: JsonSchema): About {
  const limits = limitsOf(schema);
  return {
    ...(typeof schema.description === 'string' && { description: schema.description }),
    // The default in a schema is JSON.
    ...(schema.default !== undefined && { default: schema.default as JsonValue }),
    ...(schema.deprecated === true && { isDeprecated: true as const }),
    ...((schema.writeOnly === true || schema.format === 'password') && { isSecret: true as const }),
    ...(limits !== undefined && { limits }),
  };
}

function shapeOf(schema: JsonSchema, root: JsonSchema): Shape {
  if (JSON_ONLY.some((keyword) => keyword in schema)) return { kind: 'json' };
  const options = findOptions(schema, root);
  if (options !== undefined) return { kind: 'choice', options };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (schema.anyOf !== undefined || schema.oneOf !== undefined || types.length > 1) {
    return unionOf(schema, root);
  }
  return shapeOfType(schema, types[0], root);
}

function shapeOfType(schema: JsonSchema, type: string | undefined, root: JsonSchema): Shape {
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return { kind: 'number', isInteger: type === 'integer' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'null' };
    case 'object':
      return objectOf(schema);
    case 'array':
      return arrayOf(schema, root);
    default:
      return { kind: 'json' };
  }
}

/** The field for a union. If the union also has `properties` or `required`, it is edited as JSON. */
function unionOf(schema: JsonSchema, root: JsonSchema): Shape {
  const isListed = schema.anyOf !== undefined || schema.oneOf !== undefined;
  if (isListed && (schema.properties !== undefined || schema.required !== undefined)) return { kind: 'json' };
  const all = branchesOf(schema, root, new Set());
  // `writeOnly` of a union applies to each branch.
  const branches = schema.writeOnly === true ? all.map((branch) => ({ ...branch, writeOnly: true })) : all;
  const others = branches.filter((branch) => resolveRef(branch, root)?.type !== 'null');
  const [first] = others;
  if (first !== undefined && others.length < branches.length) {
    return { kind: 'nullable', schema: others.length === 1 ? first : { anyOf: others } };
  }
  return {
    kind: 'union',
    branches: branches.map((branch, index) => ({ schema: branch, label: branchLabel(branch, root, index) })),
  };
}

/** Lists the branches of a union, and those of unions within it. A union that contains itself is listed once. */
function branchesOf(schema: JsonSchema, root: JsonSchema, seen: Set<JsonSchema>): JsonSchema[] {
  seen.add(schema);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches === undefined) {
    return [schema.type ?? []].flat().map((type) => ({ ...withoutAbout(schema), type }));
  }
  return branches.map(asSchema).flatMap((branch) => {
    const inner = resolveRef(branch, root);
    if (inner === undefined || !isUnion(inner) || findOptions(inner, root)) return [branch];
    return seen.has(inner) ? [] : branchesOf(inner, root, seen);
  });
}

/** Whether a schema only lists branches or types, and says nothing else that its field would need. */
function isUnion(schema: JsonSchema): boolean {
  if (JSON_ONLY.some((keyword) => keyword in schema)) return false;
  if (schema.anyOf === undefined && schema.oneOf === undefined) {
    return Array.isArray(schema.type) && schema.type.length > 1;
  }
  return schema.properties === undefined && schema.required === undefined && schema.writeOnly !== true;
}

function textOf(schema: JsonSchema): Shape {
  return {
    kind: 'text',
    ...(typeof schema.format === 'string' && { format: schema.format }),
    ...(typeof schema.contentEncoding === 'string' && { format: schema.contentEncoding }),
    ...(schema.pattern === WHOLE_NUMBER && { isWholeNumber: true as const }),
    ...(typeof schema.maxLength === 'number' && schema.maxLength > 200 && { isLong: true as const }),
  };
}

function objectOf(schema: JsonSchema): Shape {
  const required = new Set(schema.required);
  const members: Member[] = Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    schema: asSchema(member),
    isRequired: required.has(name),
  }));
  const others = othersOf(schema);
  return { kind: 'object', members, ...(others !== undefined && { others }) };
}

/** Returns the schema of additional members; undefined if they are not allowed. */
function othersOf(schema: JsonSchema): JsonSchema | true | undefined {
  const patterns = Object.values(schema.patternProperties ?? {});
  if (patterns.length === 1) return asSchema(patterns[0]);
  if (patterns.length > 1) return true;
  const rest: unknown = schema.additionalProperties;
  if (rest === false) return undefined;
  if (isRecord(rest)) return asSchema(rest);
  return true; // any additional members
}

function arrayOf(schema: JsonSchema, root: JsonSchema): Shape {
  const rest: unknown = schema.items;
  if (Array.isArray(schema.prefixItems)) {
    const items = schema.prefixItems.map(asSchema);
    const required = Math.min(schema.minItems ?? 0, items.length);
    return {
      kind: 'tuple',
      items,
      required,
      ...(rest !== false && rest !== undefined && { rest: asSchema(rest) }),
    };
  }
  const items = asSchema(rest);
  const target = resolveRef(items, root);
  const options = target && findOptions(target, root);
  return {
    kind: 'list',
    items,
    min: schema.minItems ?? 0,
    ...(schema.maxItems !== undefined && { max: schema.maxItems }),
    ...(options !== undefined && options.length > 1 && options.length <= MOST_BOXES && { options }),
  };
}

/** Returns the options of an enum, of a `const`, or of a union of these. */
function findOptions(schema: JsonSchema, root: JsonSchema): Option[] | undefined {
  if ('const' in schema) return [optionOf(schema.const, schema)];
  if (schema.enum !== undefined) return schema.enum.map((value) => optionOf(value));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches === undefined || schema.properties !== undefined) return undefined;
  const options = branches.map((branch) => findConstants(asSchema(branch), root));
  if (options.some((each) => each === undefined)) return undefined;
  const all = options.flatMap((each) => each ?? []);
  return all.length > 0 ? all : undefined;
}

function findConstants(branch: JsonSchema, root: JsonSchema): Option[] | undefined {
  const resolved = resolveRef(branch, root);
  if (resolved === undefined) return undefined;
  if (resolved.type === 'null') return [optionOf(null, resolved)];
  if ('const' in resolved) return [optionOf(resolved.const, resolved)];
  return resolved.enum?.map((value) => optionOf(value));
}

function optionOf(value: unknown, schema: JsonSchema = {}): Option {
  return {
    // The constants in a schema are JSON.
    value: value as JsonValue,
    label: typeof value === 'string' && value !== '' ? value : JSON.stringify(value),
    ...(typeof schema.description === 'string' && { description: schema.description }),
  };
}

function withoutAbout({ description, default: _, deprecated, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
