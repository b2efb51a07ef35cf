import type { JsonSchema } from '@toolwright/contract';
import type { Definitions, TypeNode } from '../ir.js';

/**
 * The canonical JSON Schema (draft 2020-12) of a type: the root is resolved, never a `$ref`; `$defs` holds the named types that are
 * recursive or used more than once, others stand in place.
 */
export function emitSchema(_node: TypeNode, _definitions: Definitions): JsonSchema {
  return {};
}
