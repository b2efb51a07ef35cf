import { isRecord, type JsonSchema } from '@toolwright/contract';
import { areExclusive, inlineReferences, mapSchema, mergeSchemas } from '@toolwright/json-schema';

/** Writes what has several forms in JSON Schema in one of them, so that equal schemas are equal texts more often. */
export function canonicalSchema(schema: object): JsonSchema {
  // The forms of schemas are schemas.
  return mapSchema(inlineReferences(schema), canonical) as JsonSchema;
}

/** Joins the parts of `allOf`, as codegen does, if one schema can say the same. */
function withoutParts(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  const parts = (Array.isArray(allOf) ? allOf : []).filter(isRecord);
  let isWhole = parts.length === allOf.length && parts.every(({ $ref }) => $ref === undefined);
  const merged = parts.reduce(
    (joined: JsonSchema, part) =>
      mergeSchemas(joined, part, () => {
        isWhole = false;
      }),
    own,
  );
  return isWhole ? merged : schema;
}

function canonical(given: Record<string, unknown>): Record<string, unknown> {
  const {
    required,
    properties,
    enum: values,
    oneOf,
    ...rest
  }: Record<string, unknown> = {
    ...withoutParts(given),
  };
  const { type, anyOf, ...others } = rest;
  const written: Record<string, unknown> = {
    ...rest,
    ...(isRecord(properties) && Object.keys(properties).length > 0 && { properties }),
    ...(Array.isArray(required) && required.length > 0 && { required: [...required].sort() }),
    ...(values !== undefined && { enum: values }),
    ...(oneOf !== undefined && { oneOf }),
  };
  if (Array.isArray(oneOf) && anyOf === undefined && areExclusive(oneOf, () => undefined)) {
    written.anyOf = oneOf;
    delete written.oneOf;
  }
  if (Array.isArray(values) && values.length === 1) {
    written.const = values[0];
    delete written.enum;
  }
  // Codegen writes null beside an object as an alternative of its own.
  if (
    Array.isArray(type) &&
    type.length === 2 &&
    type.includes('null') &&
    (type.includes('object') || type.includes('array'))
  ) {
    const { description, title, default: value, examples, deprecated, ...shape } = { ...others, ...written };
    const docs = Object.entries({ description, title, default: value, examples, deprecated }).filter(
      ([, one]) => one !== undefined,
    );
    const own = type.find((one) => one !== 'null');
    return { anyOf: [{ ...shape, type: own }, { type: 'null' }], ...Object.fromEntries(docs) };
  }
  return written;
}
