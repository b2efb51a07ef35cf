import type { ts } from 'ts-morph';

/**
 * Visits nodes in source order, without recursion, because generated code may be nested as deeply as the parser allows.
 * @param visit Returns whether to visit the children of a node, or the list of children to visit.
 */
export function walkNodes(
  ts_: typeof ts,
  roots: readonly ts.Node[],
  visit: (node: ts.Node) => boolean | readonly ts.Node[],
): void {
  const stack = [...roots].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const below = visit(node);
    if (below === false) continue;
    const children = below === true ? childrenOf(node, ts_) : [...below];
    for (const child of children.reverse()) stack.push(child);
  }
}

function childrenOf(node: ts.Node, ts_: typeof ts): ts.Node[] {
  const children: ts.Node[] = [];
  ts_.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
