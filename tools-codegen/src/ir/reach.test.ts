import { Reach } from './reach.js';
import type { Definition, TypeNode } from './type-node.js';

const ref = (id: string): TypeNode => ({ kind: 'ref', id });
const list = (items: TypeNode): TypeNode => ({ kind: 'array', items });
const text: TypeNode = { kind: 'string' };

function table(nodes: Record<string, TypeNode>): Map<string, Definition> {
  return new Map(Object.entries(nodes).map(([id, node]) => [id, { id, name: id, node }]));
}

describe('the search for a node in types', () => {
  it('finds it at any depth, also through types that refer to each other', () => {
    const hit: TypeNode = { kind: 'string', pattern: '^a$' };
    const definitions = table({
      Tree: { kind: 'union', members: [text, list(ref('Branch'))] },
      Branch: { kind: 'union', members: [ref('Tree'), ref('Leaf')] },
      Leaf: list(hit),
      Plain: list(ref('Plain')),
    });
    const reach = new Reach(definitions, (node) => node === hit);
    expect(['Plain', 'Tree', 'Branch', 'Leaf'].map((id) => reach.has(list(ref(id))))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(reach.has(text)).toBe(false);
    expect(reach.has(list(hit))).toBe(true);
  });

  it('looks into each definition once, however many types use it', () => {
    const definitions = table({ Shared: list(list(text)), User: list(ref('Shared')) });
    let looks = 0;
    const reach = new Reach(definitions, (node) => {
      looks += 1;
      return node.kind === 'boolean';
    });
    for (let use = 0; use < 100; use += 1) expect(reach.has(ref('User'))).toBe(false);
    expect(looks).toBe(5);
  });
});
