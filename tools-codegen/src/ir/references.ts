import { childrenOf, getDefinition } from './definitions.js';
import type { Definitions, TypeNode } from './type-node.js';

/** The references between definitions. Each definition is read once. */
export interface References {
  /** Returns the direct references of a definition, in order and with duplicates. */
  direct(id: string): readonly string[];
}

export function createReferences(definitions: Definitions): References {
  const known = new Map<string, readonly string[]>();
  return {
    direct: (id) => {
      const ids = known.get(id) ?? referencesIn(getDefinition(definitions, id).node);
      known.set(id, ids);
      return ids;
    },
  };
}

/** Returns the ids that a node refers to, in order and with duplicates. */
export function referencesIn(node: TypeNode): readonly string[] {
  const found: string[] = [];
  const visit = (inner: TypeNode): void => {
    if (inner.kind === 'ref') found.push(inner.id);
    else for (const child of childrenOf(inner)) visit(child);
  };
  visit(node);
  return found;
}
