import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '../json-pointer.js';

/** Whether null is a value of the type; true where the schema does not tell. */
export function acceptsNull(schema: JsonSchema, root: JsonSchema): boolean {
  const target = resolveRef(schema, root);
  if (target === undefined) return true;
  const { type, const: value, enum: values, anyOf, oneOf } = target;
  if (type !== undefined && ![type].flat().includes('null')) return false;
  if (value !== undefined) return value === null;
  if (values !== undefined) return values.includes(null);
  const branches = anyOf ?? oneOf;
  return branches?.some((branch) => acceptsNull(branch, root)) ?? true;
}

/** Scalars say in their `type` that null is allowed; the others get a branch for it, beside which annotations stay. */
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
