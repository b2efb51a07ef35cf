import type { JsonSchema } from '@toolwright/contract';
import { findByPointer, pointerSegments } from '@toolwright/json';

/** The target of a reference within a document; undefined for other documents, and without a target. */
export function findTarget($ref: string, root: object): JsonSchema | undefined {
  const target = $ref === '#' || $ref.startsWith('#/') ? findByPointer(root, $ref) : undefined;
  // The target of a `$ref` is a schema.
  return typeof target === 'object' && target !== null ? (target as JsonSchema) : undefined;
}

/**
 * Follows `$ref`s into `root` until a schema without one; undefined for a reference without target or in a circle. Ignores keywords beside
 * a `$ref`.
 */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (let hops = 0; current?.$ref !== undefined; hops += 1) {
    current = hops < MAX_REF_HOPS ? findTarget(current.$ref, root) : undefined;
  }
  return current;
}

/** Longer chains of references that only lead to references are circles. */
const MAX_REF_HOPS = 32;

/** The name of the definition that a `$ref` refers to: `City` for `#/$defs/City`; undefined for other references. */
export function definitionName($ref: string): string | undefined {
  const [first, name, ...more] = $ref.startsWith('#/') ? pointerSegments($ref) : [];
  return first === '$defs' && more.length === 0 ? name : undefined;
}

/** A short name for a reference: `City` for `#/$defs/City`, and for `#/properties/City`. */
export function referenceName($ref: string): string {
  return pointerSegments($ref).at(-1) ?? $ref;
}
