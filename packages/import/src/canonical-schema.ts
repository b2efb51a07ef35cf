import { isRecord, type JsonSchema } from '@toolwright/contract';
import { areExclusive, inlineReferences, mapSchema, mergeSchemas } from '@toolwright/json-schema';

type Written = Record<string, unknown>;

/**
 * Writes what has several forms in JSON Schema in one of them, so that equal schemas are equal texts more often.
 * @param isClosed whether objects that do not say otherwise have no members but those that they name
 */
export function canonicalSchema(schema: object, isClosed = false): JsonSchema {
  const change = (draft: Written): Written => canonical(withoutParts(draft), isClosed);
  // The forms of schemas are schemas.
  return mapSchema(inlineReferences(schema), change) as JsonSchema;
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

function canonical(schema: JsonSchema, isClosed: boolean): Written {
  const { required, properties, enum: values, oneOf, ...rest } = schema;
  const { type, anyOf, additionalProperties = isClosed ? false : undefined, ...others } = rest;
  const names = Array.isArray(required) ? [...required].sort() : [];
  const members: Written = { ...properties };
  // A member that is only required is one of the others.
  for (const name of names)
    if (!Object.hasOwn(members, name) && additionalProperties !== false)
      members[name] = isRecord(additionalProperties) ? additionalProperties : {};
  const written: Written = {
    ...rest,
    ...(type === 'object' && additionalProperties !== undefined && { additionalProperties }),
    ...(Object.keys(members).length > 0 && { properties: members }),
    ...(names.length > 0 && { required: names }),
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
  const isContainer = Array.isArray(type) && (type.includes('object') || type.includes('array'));
  if (!isContainer || type.length !== 2 || !type.includes('null')) return written;
  // Codegen writes null beside an object as an alternative of its own.
  const { description, title, default: value, examples, deprecated, ...shape } = { ...others, ...written };
  const docs = Object.entries({ description, title, default: value, examples, deprecated });
  const own = type.find((one) => one !== 'null');
  return {
    anyOf: [{ ...shape, type: own }, { type: 'null' }],
    ...Object.fromEntries(docs.filter(([, one]) => one !== undefined)),
  };
}
