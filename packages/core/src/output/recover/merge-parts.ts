import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';

/** Merges the members of an intersection into one schema. */
export function mergeParts(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  if (schema.allOf === undefined || depth > MAX_DEPTH) return schema;
  const parts = schema.allOf.map((part) => mergeParts(resolveRef(part, root) ?? {}, root, depth + 1));
  const all = [schema, ...parts];
  const type = all.map((part) => part.type).find((one) => one !== undefined);
  return {
    ...schema,
    ...(type !== undefined && { type }),
    properties: Object.assign({}, ...all.map((part) => part.properties)),
    required: all.flatMap((part) => part.required ?? []),
  };
}

/** Intersections that are nested more deeply are assumed to be recursive. */
const MAX_DEPTH = 16;
