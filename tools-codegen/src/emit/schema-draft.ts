import type { JsonSchema } from '@toolwright/contract';
import type { Draft } from '../draft.js';
import type { TypeNode } from '../ir/type-node.js';

/** A schema under construction. */
export type SchemaDraft = Draft<JsonSchema>;

/** Sets a member of a record, even `__proto__`, which would otherwise set the prototype. */
export function setMember<T>(record: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Emits a node inside a schema under construction. */
export type EmitNode = (node: TypeNode) => JsonSchema;
