import type { JsonSchema } from '@toolwright/contract';
import { findByPointer, pointerSegments } from '@toolwright/json';

/** Returns the target of a reference within a document; undefined if there is no target, or if the reference is to another document. */
export function findTarget($ref: string, root: object): JsonSchema | undefined {
  const target = $ref === '#' || $ref.startsWith('#/') ? findByPointer(root, $ref) : undefined;
  // The target of a `$ref` is a schema.
  return typeof target === 'object' && target !== null ? (target as JsonSchema) : undefined;
}

/**
 * Follows `$ref`s in `root` to a schema without `$ref`. Returns undefined if a reference has no target or is circular. Ignores the
 * siblings of a `$ref`.
 */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (let hops = 0; current?.$ref !== undefined; hops += 1) {
    current = hops < MAX_REF_HOPS ? findTarget(current.$ref, root) : undefined;
  }
  return current;
}

/** The maximum length of a chain of references. Longer chains are treated as circular. */
const MAX_REF_HOPS = 32;

/** Returns the name of the definition that a `$ref` refers to: `City` for `#/$defs/City`; undefined for other references. */
export function definitionName($ref: string): string | undefined {
  const [first, name, ...more] = $ref.startsWith('#/') ? pointerSegments($ref) : [];
  return first === '$defs' && more.length === 0 ? name : undefined;
}

/** Returns a short name for a reference: `City` for `#/$defs/City` and for `#/properties/City`. */
export function referenceName($ref: string): string {
  return pointerSegments($ref).at(-1) ?? $ref;
}
