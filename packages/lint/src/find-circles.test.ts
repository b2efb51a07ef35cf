import fc from 'fast-check';
import { findCircles } from './find-circles.js';

type Graph = readonly (readonly number[])[];
const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size }),
  );

const circlesOf = (graph: Graph) => findCircles([...graph.keys()], (node) => graph[node] ?? []);

/** Nodes that a node leads to. */
function reached(graph: Graph, start: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...(graph[start] ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...(graph[node] ?? []));
  }
  return found;
}

describe('findCircles', () => {
  it('gives ways along the edges that end where they begin', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        for (const circle of circlesOf(graph))
          for (const [index, node] of circle.entries())
            expect(graph[node]).toContain(circle[(index + 1) % circle.length]);
      }),
    );
  });

  it('gives one for each group of nodes that lead back to themselves', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const circles = circlesOf(graph);
        const inCircle = [...graph.keys()].filter((node) => reached(graph, node).has(node));
        for (const node of inCircle) {
          const own = circles.filter(([first = -1]) => {
            const isSame = reached(graph, node).has(first) && reached(graph, first).has(node);
            return isSame;
          });
          expect(own).toHaveLength(1);
        }
        if (inCircle.length === 0) expect(circles).toEqual([]);
      }),
    );
  });

  it('follows a chain of 100,000 nodes', () => {
    const size = 100_000;
    const circles = findCircles(
      Array.from({ length: size }, (_, node) => node),
      (node) => [(node + 1) % size],
    );
    expect(circles.map(({ length }) => length)).toEqual([size]);
  });
});
