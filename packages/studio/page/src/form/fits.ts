import { isRecord, type JsonSchema, type JsonValue } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';

/** The depth to which a value is compared with a schema. It is sufficient to distinguish branches. */
const DEPTH = 5;
/** The maximum number of list items that are compared. */
const ITEMS = 20;

/** Returns the index of the union branch that a value fits best; the first if it fits none. */
export function bestBranch(
  branches: readonly JsonSchema[],
  value: JsonValue | undefined,
  root: JsonSchema,
): number {
  if (value === undefined) return 0;
  const scores = branches.map((branch) => score(branch, value, root, DEPTH));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Returns how well a value fits a schema; 0 if it does not. Used only to compare branches; the registry validates the value. */
function score(schema: JsonSchema, value: JsonValue, root: JsonSchema, depth: number): number {
  const resolved = resolveRef(schema, root);
  if (resolved === undefined) return 0.5;
  if ('const' in resolved) return sameJson(resolved.const, value) ? 3 : 0;
  if (resolved.enum !== undefined) return resolved.enum.some((each) => sameJson(each, value)) ? 2 : 0;
  const branches = resolved.anyOf ?? resolved.oneOf;
  if (branches !== undefined) {
    return depth === 0
      ? 1
      : Math.max(0, ...branches.map((each) => (isRecord(each) ? score(each, value, root, depth - 1) : 0.5)));
  }
  if (resolved.type !== undefined && ![resolved.type].flat().some((type) => isOfType(value, type))) return 0;
  if (depth === 0) return 1;
  if (Array.isArray(value)) return scoreItems(resolved, value, root, depth);
  return isRecord(value) ? scoreMembers(resolved, value, root, depth) : scoreText(resolved, value);
}

function scoreText(schema: JsonSchema, value: JsonValue): number {
  if (schema.type === undefined) return 0.5;
  if (typeof value !== 'string') return 1;
  if (schema.format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(value) ? 1.5 : 0.4;
  if (schema.format === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? 1.5 : 0.4;
  if (schema.contentEncoding !== undefined || schema.format !== undefined || schema.pattern !== undefined)
    return 0.9;
  return 1;
}

function scoreMembers(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  root: JsonSchema,
  depth: number,
): number {
  let sum = 1;
  const properties = schema.properties ?? {};
  for (const [name, member] of Object.entries(value)) {
    const known: unknown = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    if (known === false) sum -= 0.5;
    else if (isRecord(known)) {
      // Members of a JSON value are JSON, and the registry validated the schema.
      const part = score(known as JsonSchema, member as JsonValue, root, depth - 1);
      if (part === 0 && 'const' in known) return 0;
      sum += part === 0 ? -0.5 : 1;
    }
  }
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  return Math.max(0.1, sum - missing.length * 0.5);
}

function scoreItems(
  schema: JsonSchema,
  items: readonly JsonValue[],
  root: JsonSchema,
  depth: number,
): number {
  let sum = 1;
  for (const [index, item] of items.slice(0, ITEMS).entries()) {
    const own: unknown = schema.prefixItems?.[index] ?? schema.items;
    if (own === false) sum -= 0.5;
    else if (isRecord(own)) sum += score(own as JsonSchema, item, root, depth - 1) === 0 ? -1 : 0.1;
  }
  return Math.max(0.1, sum);
}

function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value) && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function sameJson(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
