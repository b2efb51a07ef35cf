/**
 * Numbers the strongly connected components of a graph in linear time, with Kosaraju's algorithm. Nodes that reach each other get the
 * same number.
 */
export function findCircles<Node>(links: ReadonlyMap<Node, readonly Node[]>): ReadonlyMap<Node, number> {
  const back = new Map<Node, Node[]>();
  for (const [node, targets] of links) {
    for (const target of targets) {
      const known = back.get(target);
      if (known === undefined) back.set(target, [node]);
      else known.push(node);
    }
  }
  const circles = new Map<Node, number>();
  for (const [number, start] of finished(links).reverse().entries()) {
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (circles.has(node)) continue;
      circles.set(node, number);
      for (const source of back.get(node) ?? []) open.push(source);
    }
  }
  return circles;
}

/** Returns the nodes in the order in which a depth-first search finishes them. */
function finished<Node>(links: ReadonlyMap<Node, readonly Node[]>): Node[] {
  const done: Node[] = [];
  const seen = new Set<Node>();
  for (const start of links.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const open = [{ node: start, rest: [...(links.get(start) ?? [])] }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) done.push(...open.splice(-1).map(({ node }) => node));
      else if (!seen.has(next)) {
        seen.add(next);
        open.push({ node: next, rest: [...(links.get(next) ?? [])] });
      }
    }
  }
  return done;
}
