import { getDefinition } from './definitions.js';
import type { Definitions, TypeNode } from './type-node.js';

/** The target of a reference, through chains of references. */
export function resolveNode(node: TypeNode, definitions: Definitions): Exclude<TypeNode, { kind: 'ref' }> {
  let resolved = node;
  while (resolved.kind === 'ref') resolved = getDefinition(definitions, resolved.id).node;
  return resolved;
}

/**
 * The alternatives of a type, with nested and named unions flattened. They may be references to other types.
 */
export function unionMembers(
  node: TypeNode,
  definitions: Definitions,
  open: ReadonlySet<string> = new Set(),
): readonly TypeNode[] {
  if (node.kind === 'union') return node.members.flatMap((member) => unionMembers(member, definitions, open));
  if (node.kind !== 'ref') return [node];
  // A union that directly contains itself adds no alternatives.
  if (open.has(node.id)) return [];
  const resolved = resolveNode(node, definitions);
  return resolved.kind === 'union'
    ? unionMembers(resolved, definitions, new Set([...open, node.id]))
    : [node];
}
