import type { JsonPrimitive, JsonSchema, Shape } from '@toolwright/contract';
import { resolveRef } from '../document/references.js';
import { acceptsNull } from '../lower/accepts-null.js';
import { literalValues } from '../union/json-types.js';

/** How a lowered schema represents an absent property. `nullable`: it is null or absent. `required`: it is always null. */
export type NullForm = 'nullable' | 'required';

/** The maximum depth of a shape: it includes the members of an object's members. */
const DEPTH = 2;

/** The maximum number of parts in one shape. Without it, nested unions could take megabytes. */
const MAX_SIZE = 1_000;

/** Returns the shape of the values of a lowered schema. */
export function schemaShape(
  schema: JsonSchema,
  root: JsonSchema,
  form: NullForm,
  depth = DEPTH,
  size = { left: MAX_SIZE },
): Shape {
  size.left -= 1;
  const target = resolveRef(schema, root);
  if (target === undefined || size.left < 0) return {};
  const inside = (inner: JsonSchema): Shape => schemaShape(inner, root, form, depth - 1, size);
  const branches = target.anyOf ?? target.oneOf;
  if (branches !== undefined) {
    return depth > 0 ? { anyOf: branches.map(inside) } : {};
  }
  const values = primitiveValues(target);
  const types = jsonTypes(target);
  return {
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    ...(depth > 0 && types?.includes('object') ? members(target, root, form, inside) : {}),
    ...(depth > 0 && types?.includes('array') ? elements(target, inside) : {}),
  };
}

/** Returns the values that a schema lists; undefined if it lists no values or lists objects. */
export function primitiveValues(schema: JsonSchema): readonly JsonPrimitive[] | undefined {
  const listed = literalValues(schema);
  return listed?.every(isPrimitive) ? listed : undefined;
}

function isPrimitive(value: unknown): value is JsonPrimitive {
  return typeof value !== 'object' || value === null;
}

function jsonTypes({ type }: JsonSchema): Shape['types'] {
  if (type === undefined) return undefined;
  return [type].flat().map((each) => (each === 'integer' ? 'number' : each));
}

function members(
  { properties = {}, required = [], additionalProperties, patternProperties }: JsonSchema,
  root: JsonSchema,
  form: NullForm,
  inside: (schema: JsonSchema) => Shape,
): Shape {
  const shapes = Object.entries(properties).map(([name, property]) => {
    const shape = inside(property);
    const isPlain = required.includes(name) || acceptsNull(property, root);
    return [name, isPlain ? shape : { anyOf: [shape, { types: ['null' as const] }] }] as const;
  });
  const needed = form === 'required' ? Object.keys(properties) : required;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return {
    ...(needed.length > 0 ? { required: needed } : {}),
    properties: Object.fromEntries(shapes),
    ...(isClosed ? { additional: false } : {}),
  };
}

function elements(
  { prefixItems, items, minItems }: JsonSchema,
  inside: (schema: JsonSchema) => Shape,
): Shape {
  return {
    ...(prefixItems === undefined ? {} : { prefix: prefixItems.map(inside) }),
    ...(typeof items === 'object' ? { items: inside(items) } : items === false ? { items } : {}),
    ...(minItems === undefined ? {} : { minItems }),
  };
}
