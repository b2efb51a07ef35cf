import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '../document/references.js';

/** Whether the schema accepts null. Returns true if the schema does not constrain the type. */
export function acceptsNull(schema: JsonSchema, root: JsonSchema): boolean {
  if (schema.$ref === undefined) return searchNull(schema, root);
  const known = NAMED.get(root) ?? new Map<string, boolean>();
  NAMED.set(root, known);
  const accepts = known.get(schema.$ref) ?? searchNull(schema, root);
  known.set(schema.$ref, accepts);
  return accepts;
}

/** Cached results by root schema and reference, because many properties may refer to one large union. */
const NAMED = new WeakMap<JsonSchema, Map<string, boolean>>();

function searchNull(schema: JsonSchema, root: JsonSchema): boolean {
  const seen = new Set<JsonSchema>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const target = resolveRef(next, root);
    if (target === undefined) return true;
    // A recursive reference adds no alternatives.
    if (seen.has(target)) continue;
    seen.add(target);
    const own = takesNull(target);
    if (own === true) return true;
    if (own === 'branches') for (const branch of target.anyOf ?? target.oneOf ?? []) open.push(branch);
  }
  return false;
}

function takesNull({ type, const: value, enum: values, anyOf, oneOf }: JsonSchema): boolean | 'branches' {
  if (type !== undefined && ![type].flat().includes('null')) return false;
  if (value !== undefined) return value === null;
  if (values !== undefined) return values.includes(null);
  return (anyOf ?? oneOf) === undefined || 'branches';
}

/** Makes a schema accept null. Scalars get another `type`. Other schemas become a union with null; annotations stay outside the union. */
export function makeNullable(schema: JsonSchema): JsonSchema {
  const { type, const: value, enum: values, anyOf, title, description, default: fallback, ...rest } = schema;
  const annotations = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const isScalar = typeof type === 'string' && type !== 'object' && type !== 'array';
  if (isScalar && value !== undefined) return { type: [type, 'null'], enum: [value, null], ...annotations };
  if (isScalar && values !== undefined) return { ...schema, type: [type, 'null'], enum: [...values, null] };
  if (isScalar) return { ...schema, type: [type, 'null'] };
  if (anyOf !== undefined && type === undefined) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  const own: JsonSchema = {
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { const: value }),
    ...(values === undefined ? {} : { enum: values }),
    ...(anyOf === undefined ? {} : { anyOf }),
    ...rest,
  };
  return { ...annotations, anyOf: [own, { type: 'null' }] };
}
