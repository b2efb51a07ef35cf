import type { JsonSchema } from '@toolwright/contract';
import type { TypeNode } from '../ir/type-node.js';

/** Emits a node inside a schema that is being made. */
export type EmitNode = (node: TypeNode) => JsonSchema;
