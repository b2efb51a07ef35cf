import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '@toolwright/schema';

/** An intersection as one schema, as far as its members go. */
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

/** Intersections nested deeper than this contain themselves. */
const MAX_DEPTH = 16;
