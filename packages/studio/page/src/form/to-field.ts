import { isRecord, type JsonSchema, type JsonValue } from '@toolwright/contract';
import { definitionName, resolveRef } from '@toolwright/json-schema';
import type { Field, Member, Option } from './field.js';

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

/** Converts a schema to a form field. @param root the schema that contains the definitions for `$ref` */
export function toField(schema: JsonSchema, root: JsonSchema): Field {
  const resolved = resolveRef(schema, root);
  if (resolved === undefined) return { kind: 'json' };
  const about = { ...aboutOf(resolved), ...aboutOf(schema) };
  return { ...shapeOf(resolved, root), ...about };
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
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    const schemas = branches.map(asSchema);
    // `writeOnly` of a union applies to each branch.
    const marked = schemas.map((branch) => ({ ...branch, writeOnly: true }));
    return unionOf(schema.writeOnly === true ? marked : schemas, schema, root);
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 1) {
    return unionOf(
      types.map((type) => ({ ...withoutAbout(schema), type })),
      {},
      root,
    );
  }
  return shapeOfType(schema, types[0]);
}

function shapeOfType(schema: JsonSchema, type: string | undefined): Shape {
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
      return arrayOf(schema);
    default:
      return { kind: 'json' };
  }
}

/** The field for a union. If the union also has `properties` or `required`, it is edited as JSON. */
function unionOf(branches: readonly JsonSchema[], beside: JsonSchema, root: JsonSchema): Shape {
  if (beside.properties !== undefined || beside.required !== undefined) return { kind: 'json' };
  return {
    kind: 'union',
    branches: branches.map((schema, index) => ({ schema, label: branchLabel(schema, root, index) })),
  };
}

function textOf(schema: JsonSchema): Shape {
  return {
    kind: 'text',
    ...(typeof schema.format === 'string' && { format: schema.format }),
    ...(typeof schema.contentEncoding === 'string' && { format: schema.contentEncoding }),
    ...(typeof schema.pattern === 'string' && { pattern: schema.pattern }),
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

function arrayOf(schema: JsonSchema): Shape {
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
  return {
    kind: 'list',
    items: asSchema(rest),
    min: schema.minItems ?? 0,
    ...(schema.maxItems !== undefined && { max: schema.maxItems }),
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

const LONGEST = 60;

function branchLabel(schema: JsonSchema, root: JsonSchema, index: number): string {
  const label = labelOf(schema, root) ?? `shape ${index + 1}`;
  return label.length > LONGEST ? `${label.slice(0, LONGEST)}…` : label;
}

function labelOf(schema: JsonSchema, root: JsonSchema): string | undefined {
  const resolved = resolveRef(schema, root);
  if (resolved === undefined) return undefined;
  const constants = discriminators(resolved);
  if (constants.length > 0) return constants.join(', ');
  if (typeof resolved.title === 'string') return resolved.title;
  const name = schema.$ref && definitionName(schema.$ref);
  if (name !== undefined) return name;
  if ('const' in resolved) return JSON.stringify(resolved.const);
  if (resolved.enum !== undefined) return resolved.enum.map((value) => JSON.stringify(value)).join(' | ');
  return typeLabel(resolved, root);
}

function discriminators({ properties }: JsonSchema): string[] {
  return Object.entries(properties ?? {}).flatMap(([name, member]) =>
    isRecord(member) && 'const' in member ? [`${name}: ${JSON.stringify(member.const)}`] : [],
  );
}

function typeLabel(schema: JsonSchema, root: JsonSchema): string | undefined {
  const { type } = schema;
  if (type === 'array') {
    const items = isRecord(schema.items) ? resolveRef(schema.items, root)?.type : undefined;
    return typeof items === 'string' ? `list of ${items}` : 'list';
  }
  if (type === 'object') {
    const names = Object.keys(schema.properties ?? {});
    return names.length > 0 ? `{ ${names.join(', ')} }` : 'object';
  }
  if (typeof type !== 'string') return undefined;
  return typeof schema.format === 'string' ? `${type} (${schema.format})` : type;
}

/** Describes the constraints of a schema in words, except its type. Undefined if it has no constraints. */
function limitsOf(schema: JsonSchema): string | undefined {
  const parts = [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum !== undefined && `above ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `below ${schema.exclusiveMaximum}`,
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(schema.minProperties, schema.maxProperties, ' members'),
    schema.uniqueItems === true && 'unique items',
    typeof schema.format === 'string' && schema.format,
    typeof schema.contentEncoding === 'string' && schema.contentEncoding,
    typeof schema.pattern === 'string' && `matches ${schema.pattern}`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | false {
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most !== undefined && `at most ${most}${unit}`;
}
