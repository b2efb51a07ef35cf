import type { JsonSchema, JsonType } from '@toolwright/contract';
import { ExactNumber } from '@toolwright/json';
import { resolveRef } from '../document/references.js';
import { compilePattern } from '../pattern/compile-pattern.js';

/** Returns the narrowest JSON type of a value: 5 is an `integer`. Returns undefined for values that JSON does not support. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return isContainer(value) ? 'object' : undefined;
}

/** Returns the JSON types that a schema accepts; undefined if the schema does not constrain them. */
export function allowedTypes(
  schema: JsonSchema,
  root: JsonSchema,
  depth = 0,
): ReadonlySet<JsonType> | undefined {
  const target = depth < MAX_DEPTH ? resolveRef(schema, root) : undefined;
  if (target === undefined) return undefined;
  if (target.type !== undefined) return new Set([target.type].flat());
  const values = literalValues(target);
  if (values !== undefined) return new Set(values.flatMap((value) => jsonTypeOf(value) ?? []));
  const branches = target.anyOf ?? target.oneOf;
  if (branches === undefined) return undefined;
  const types = new Set<JsonType>();
  for (const branch of branches) {
    const allowed = allowedTypes(branch, root, depth + 1);
    if (allowed === undefined) return undefined;
    for (const type of allowed) types.add(type);
  }
  return types;
}

/** Whether a schema accepts values of this value's type and, if it lists its values, this value. */
export function admits(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const type = jsonTypeOf(value);
  if (type === undefined) return false;
  const types = allowedTypes(schema, root);
  if (types !== undefined && !types.has(type) && !(type === 'integer' && types.has('number'))) return false;
  const target = resolveRef(schema, root);
  // A branch of a union may be `true` or `false`.
  const values = typeof target === 'object' ? literalValues(target) : undefined;
  return values === undefined || values.some((listed) => listed === value) || isContainer(value);
}

/** Returns the values that `const` or `enum` lists; undefined if the schema has neither. */
export function literalValues(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

/** Returns the schema of an object's member or a list's item; undefined if the schema does not constrain it. */
export function partOf(schema: JsonSchema, container: object, key: string): JsonSchema | undefined {
  const part = Array.isArray(container)
    ? (schema.prefixItems?.[Number(key)] ?? schema.items)
    : memberOf(schema, key);
  return typeof part === 'object' ? part : undefined;
}

function memberOf(
  { properties = {}, patternProperties = {}, additionalProperties }: JsonSchema,
  name: string,
): JsonSchema | boolean | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  for (const [pattern, part] of Object.entries(patternProperties)) {
    if (compilePattern(pattern).test(name)) return part;
  }
  return additionalProperties;
}

/** Whether a value is an object or an array. An `ExactNumber` is neither. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

/** The pattern that codegen writes for a `bigint`: digits as a string. */
export const WHOLE_NUMBER = '^(?:0|-?[1-9]\\d*)$';

/** Whether a schema is the schema of a `bigint`, or a union that contains it. */
export function takesWholeNumber(schema: JsonSchema, root: JsonSchema, depth = 0): boolean {
  const target = depth < MAX_DEPTH ? resolveRef(schema, root) : undefined;
  if (target === undefined) return false;
  if (target.pattern === WHOLE_NUMBER && target.type === 'string') return true;
  const branches = target.anyOf ?? target.oneOf ?? [];
  return branches.some((branch) => takesWholeNumber(branch, root, depth + 1));
}

/** The maximum nesting of unions. Deeper unions are treated as recursive. */
const MAX_DEPTH = 16;
