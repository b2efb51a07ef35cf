/**
 * Returns one cycle of each strongly connected component, in the given order of their first nodes. Linear in nodes and edges, and not
 * recursive.
 */
export function findCircles<Node>(
  nodes: readonly Node[],
  targetsOf: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const group = groupsOf(nodes, targetsOf);
  const done = new Set<number>();
  return nodes.flatMap((node) => {
    const own = group.get(node);
    if (own === undefined || done.has(own)) return [];
    const circle = circleFrom(node, (one) => targetsOf(one).filter((target) => group.get(target) === own));
    if (circle === undefined) return [];
    done.add(own);
    return [circle];
  });
}

/** Returns a shortest path from a node back to itself. */
function circleFrom<Node>(
  start: Node,
  targetsOf: (node: Node) => readonly Node[],
): readonly Node[] | undefined {
  const from = new Map<Node, Node>();
  const open: Node[] = [start];
  for (const node of open) {
    for (const target of targetsOf(node)) {
      if (target === start) return wayTo(node, start, from);
      if (from.has(target)) continue;
      from.set(target, node);
      open.push(target);
    }
  }
  return undefined;
}

function wayTo<Node>(end: Node, start: Node, from: ReadonlyMap<Node, Node>): readonly Node[] {
  const way = [end];
  for (let node = end; node !== start; ) {
    const before = from.get(node);
    if (before === undefined) break;
    node = before;
    way.push(node);
  }
  return way.reverse();
}

interface Visit<Node> {
  readonly node: Node;
  readonly targets: readonly Node[];
  next: number;
}

/** Numbers the strongly connected components with Tarjan's algorithm. Nodes that reach each other get the same number. */
function groupsOf<Node>(
  nodes: readonly Node[],
  targetsOf: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const index = new Map<Node, number>();
  const low = new Map<Node, number>();
  const group = new Map<Node, number>();
  const waiting: Node[] = [];
  const lower = (node: Node, value: number): void => {
    low.set(node, Math.min(low.get(node) ?? value, value));
  };
  const visit = (node: Node): Visit<Node> => {
    index.set(node, index.size);
    lower(node, index.size - 1);
    waiting.push(node);
    return { node, targets: targetsOf(node), next: 0 };
  };
  for (const root of nodes) {
    if (index.has(root)) continue;
    const open = [visit(root)];
    for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
      const target = current.targets[current.next];
      current.next += 1;
      if (target !== undefined) {
        const known = index.get(target);
        if (known === undefined) open.push(visit(target));
        else if (!group.has(target)) lower(current.node, known);
        continue;
      }
      open.pop();
      const { node } = current;
      const parent = open.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(node) ?? 0);
      if (low.get(node) === index.get(node)) closeGroup(node, waiting, group);
    }
  }
  return group;
}

function closeGroup<Node>(root: Node, waiting: Node[], group: Map<Node, number>): void {
  const number = group.size;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    group.set(node, number);
    if (node === root) return;
  }
}
