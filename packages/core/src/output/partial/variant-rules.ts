import type { JsonSchema } from '@toolwright/contract';
import { jsonTypeOf, literalValues } from '@toolwright/json-schema';
import { allowsType, type Variant } from './schema-variants.js';

/** Whether a part of the schema accepts a complete value. */
export type Fits = (value: unknown, part: JsonSchema) => boolean;

/** Returns the schemas of a member; undefined if the member is not allowed. */
export function memberSchemas(name: string, { schemas }: Variant): readonly JsonSchema[] | undefined {
  return collect(schemas, ({ properties, additionalProperties }) =>
    properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
  );
}

/** Returns the schemas of an item; undefined if the list may not be that long. */
export function itemSchemas(index: number, { schemas }: Variant): readonly JsonSchema[] | undefined {
  return collect(schemas, ({ prefixItems, items, maxItems = Number.POSITIVE_INFINITY }) =>
    index >= maxItems ? false : (prefixItems?.[index] ?? items),
  );
}

function collect(
  schemas: readonly JsonSchema[],
  find: (schema: JsonSchema) => JsonSchema | boolean | undefined,
): readonly JsonSchema[] | undefined {
  const found = schemas.map(find);
  return found.includes(false) ? undefined : found.filter((one) => typeof one === 'object');
}

/** Whether a complete object or list has all required members and items. They have already been validated. */
export function hasAllMembers(container: object, { schemas }: Variant): boolean {
  return schemas.every(({ required = [], minItems = 0 }) =>
    Array.isArray(container)
      ? container.length >= minItems
      : required.every((name) => Object.hasOwn(container, name)),
  );
}

/** Whether a schema without alternatives accepts a complete string, number, boolean or null. */
export function acceptsLeaf(value: unknown, schema: JsonSchema, fits: Fits): boolean {
  if (FORMS.some((key) => schema[key] !== undefined)) return fits(value, schema);
  const type = jsonTypeOf(value);
  const allowed = literalValues(schema);
  return type !== undefined && allowsType(schema, type) && (allowed?.includes(value) ?? true);
}

/** Whether the variant accepts any string that starts with this many characters, whatever they are. */
export function mayGrow(length: number, { schemas }: Variant): boolean {
  return schemas.every(
    (schema) =>
      WHOLE_TEXT.every((key) => schema[key] === undefined) &&
      length <= (schema.maxLength ?? Number.POSITIVE_INFINITY),
  );
}

/** Keywords that AJV validates on complete values. */
const FORMS = [
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength'] as const),
  ...(['maxLength', 'pattern', 'format', 'contentEncoding'] as const),
] as const;

/** Keywords of strings that are only shown when complete. */
const WHOLE_TEXT = ['const', 'enum', 'pattern', 'format', 'contentEncoding'] as const;
