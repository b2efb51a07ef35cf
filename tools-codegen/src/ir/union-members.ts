import { getDefinition } from './definitions.js';
import type { Definitions, TypeNode } from './type-node.js';

/** Returns the target of a reference, following chains of references. */
export function resolveNode(node: TypeNode, definitions: Definitions): Exclude<TypeNode, { kind: 'ref' }> {
  let resolved = node;
  while (resolved.kind === 'ref') resolved = getDefinition(definitions, resolved.id).node;
  return resolved;
}

/**
 * Returns the alternatives of a type, with nested and named unions flattened. They may be references to other types. Each named type is
 * visited once, so a recursive union adds no alternatives.
 */
export function unionMembers(node: TypeNode, definitions: Definitions): readonly TypeNode[] {
  const members: TypeNode[] = [];
  const seen = new Set<string>();
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'union') for (const member of [...next.members].reverse()) open.push(member);
    else if (next.kind !== 'ref') members.push(next);
    else if (!seen.has(next.id)) {
      seen.add(next.id);
      const { node: named } = getDefinition(definitions, next.id);
      if (named.kind === 'union' || named.kind === 'ref') open.push(named);
      else members.push(next);
    }
  }
  return members;
}
