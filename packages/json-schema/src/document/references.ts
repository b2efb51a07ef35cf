import type { JsonSchema } from '@toolwright/contract';
import { findByPointer, pointerSegments } from '@toolwright/json';

/** The schema that a reference within a document points at; undefined for other documents, and where there is none. */
export function findTarget($ref: string, root: object): JsonSchema | undefined {
  const target = $ref === '#' || $ref.startsWith('#/') ? findByPointer(root, $ref) : undefined;
  // What a `$ref` of a schema points at is a schema.
  return typeof target === 'object' && target !== null ? (target as JsonSchema) : undefined;
}

/**
 * Follows `$ref`s into `root` until a schema without one; undefined where a reference leads nowhere or round in a circle.
 * Keywords beside a `$ref` are not looked at.
 */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (let hops = 0; current?.$ref !== undefined; hops += 1) {
    current = hops < MAX_REF_HOPS ? findTarget(current.$ref, root) : undefined;
  }
  return current;
}

/** Longer chains of references without a schema between them are circles. */
const MAX_REF_HOPS = 32;

/** The definition that a `$ref` names: `City` for `#/$defs/City`; undefined for other references. */
export function definitionName($ref: string): string | undefined {
  const [first, name, ...more] = $ref.startsWith('#/') ? pointerSegments($ref) : [];
  return first === '$defs' && more.length === 0 ? name : undefined;
}

/** A reference in words: `City` for `#/$defs/City`, and for `#/properties/City`. */
export function referenceName($ref: string): string {
  return pointerSegments($ref).at(-1) ?? $ref;
}
