import type { JsonSchema } from '@toolwright/contract';

/** The member that wraps a value that is not an object: providers only accept object schemas. */
export const WRAPPER = 'result';

/** Returns the schema with an object at its root, as providers require; undefined if it cannot be wrapped. */
export function nativeSchema(schema: JsonSchema): JsonSchema | undefined {
  if (isObjectSchema(schema)) return schema;
  const { $defs, ...root } = schema;
  // Inside the wrapper, references to the root would point to the wrong schema.
  if (/"\$ref":"#(?!\/\$defs\/)/.test(JSON.stringify(schema))) return undefined;
  return { ...wrapSchema(root), ...($defs && { $defs }) };
}

/** Returns the schema of an object whose only member is the value. */
export function wrapSchema(schema: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { [WRAPPER]: schema },
    required: [WRAPPER],
    additionalProperties: false,
  };
}

export function isObjectSchema({ type, anyOf, oneOf }: JsonSchema): boolean {
  return type === 'object' && anyOf === undefined && oneOf === undefined;
}
