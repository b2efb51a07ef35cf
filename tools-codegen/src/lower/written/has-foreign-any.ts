import { childrenOf, getDefinition } from '../../ir/definitions.js';
import type { Definitions, TypeNode } from '../../ir/type-node.js';

/** Whether a dependency wrote `any` somewhere in a type. */
export function hasForeignAny(root: TypeNode, definitions: Definitions): boolean {
  const seen = new Set<string>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'unknown' && node.foreign === true) return true;
    if (node.kind !== 'ref') waiting.push(...childrenOf(node));
    else if (!seen.has(node.id)) {
      seen.add(node.id);
      waiting.push(getDefinition(definitions, node.id).node);
    }
  }
  return false;
}
