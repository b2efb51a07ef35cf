import type { JsonSchema } from '@toolwright/contract';
import { emitSchema } from '../emit/schema.js';
import type { Definitions, TypeNode } from '../ir.js';

/** The schema of a node, made once for each: many tools return the same types. */
export type Emit = (node: TypeNode) => JsonSchema;

export function createEmitter(definitions: Definitions): Emit {
  const schemas = new WeakMap<TypeNode, JsonSchema>();
  return (node) => {
    const schema = schemas.get(node) ?? emitSchema(node, definitions);
    schemas.set(node, schema);
    return schema;
  };
}
