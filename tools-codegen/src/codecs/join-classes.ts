import type { ClassNode, Definitions, TypeNode } from '../ir/type-node.js';
import { resolveNode } from '../ir/union-members.js';

/**
 * Joins union members that are instances of the same class, such as `Box<string> | Box<Date>`: in memory, they differ only in what `toJSON`
 * returns. Classes that are never decoded are joined even if they differ.
 */
export function joinClasses(members: readonly TypeNode[], definitions: Definitions): readonly TypeNode[] {
  const groups = new Map<string, ClassNode[]>();
  for (const member of members) {
    const node = resolveNode(member, definitions);
    if (node.kind !== 'class') continue;
    const key = node.binding === undefined ? '' : `${node.binding.file}#${node.binding.exportName}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const joined = new Map<TypeNode, ClassNode | undefined>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    joined.set(first, {
      ...first,
      json: { kind: 'union', members: [first, ...others].map(({ json }) => json) },
    });
    for (const other of others) joined.set(other, undefined);
  }
  if (joined.size === 0) return members;
  return members.flatMap((member) => {
    const node = resolveNode(member, definitions);
    return joined.has(node) ? (joined.get(node) ?? []) : [member];
  });
}
