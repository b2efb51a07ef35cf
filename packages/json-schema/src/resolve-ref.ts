import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';

/**
 * Follows `$ref`s into `root` until a schema without one; undefined where a reference leads nowhere or round in a circle.
 * Keywords beside a `$ref` are not looked at.
 */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  let current = schema;
  for (let hops = 0; current.$ref !== undefined; hops += 1) {
    const target = hops < MAX_REF_HOPS ? findByPointer(root, current.$ref) : undefined;
    if (typeof target !== 'object' || target === null) return undefined;
    // What a `$ref` of a schema points at is a schema.
    current = target as JsonSchema;
  }
  return current;
}

/** Longer chains of references without a schema between them are circles. */
const MAX_REF_HOPS = 32;
