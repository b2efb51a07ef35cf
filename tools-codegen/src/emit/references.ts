import type { Definitions, TypeNode } from '../ir.js';
import { childrenOf, getDefinition } from './definitions.js';

/** Which definitions a definition refers to; each is read once. */
export interface References {
  /** Those that stand in it, in order, as often as they stand there. */
  direct(id: string): readonly string[];
  /** Those, and all that they refer to. */
  reachable(id: string): ReadonlySet<string>;
}

export function createReferences(definitions: Definitions): References {
  const known = new Map<string, readonly string[]>();
  const closures = new Map<string, ReadonlySet<string>>();
  const direct = (id: string): readonly string[] => {
    const ids = known.get(id) ?? referencesIn(getDefinition(definitions, id).node);
    known.set(id, ids);
    return ids;
  };
  return {
    direct,
    reachable: (id) => {
      const closure = closures.get(id) ?? follow(id, direct);
      closures.set(id, closure);
      return closure;
    },
  };
}

/** The definitions that a node refers to, in order, as often as it does. */
export function referencesIn(node: TypeNode): readonly string[] {
  const found: string[] = [];
  const visit = (inner: TypeNode): void => {
    if (inner.kind === 'ref') found.push(inner.id);
    else for (const child of childrenOf(inner)) visit(child);
  };
  visit(node);
  return found;
}

function follow(start: string, direct: References['direct']): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of direct(id)) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
