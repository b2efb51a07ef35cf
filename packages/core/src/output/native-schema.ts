import type { JsonSchema } from '@toolwright/contract';

/** The member that holds a value which is no object: providers take only schemas of objects. */
export const WRAPPER = 'result';

/** The schema as providers take it, an object at the root; undefined where it cannot be put so. */
export function nativeSchema(schema: JsonSchema): JsonSchema | undefined {
  if (isObjectSchema(schema)) return schema;
  const { $defs, ...root } = schema;
  // Moved, a root is no longer where references to it point.
  if (/"\$ref":"#(?!\/\$defs\/)/.test(JSON.stringify(schema))) return undefined;
  return {
    type: 'object',
    properties: { [WRAPPER]: root },
    required: [WRAPPER],
    additionalProperties: false,
    ...($defs && { $defs }),
  };
}

/** Whether a value of the schema is an object in any case. */
export function isObjectSchema({ type, anyOf, oneOf }: JsonSchema): boolean {
  return type === 'object' && anyOf === undefined && oneOf === undefined;
}
