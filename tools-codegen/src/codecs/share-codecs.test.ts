import type { CodecPlan } from '@toolwright/contract';
import { date, define, object, text, union } from '../emit/type-nodes.test.support.js';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { CodecPlanner, type PlannedCodecs } from './codec-plan.js';
import { shareCodecs } from './share-codecs.js';

const ref = (id: string): TypeNode => ({ kind: 'ref', id });
const planned = (nodes: Record<string, TypeNode>, root: TypeNode): PlannedCodecs => plan(define(nodes), root);

function plan(definitions: Definitions, root: TypeNode): PlannedCodecs {
  const codecs = new CodecPlanner(definitions).codecsOf(object({ root }), undefined);
  if (codecs === undefined) throw new Error('The type has no codec.');
  return codecs;
}

/** What the codecs call their only parameter, and the table. */
function share(...all: readonly PlannedCodecs[]) {
  const shared = shareCodecs(all);
  const roots = all.map((codecs): unknown => shared.get(codecs)?.parameters);
  return {
    names: roots.map((root) => (root as { properties: { root: CodecPlan } }).properties.root),
    definitions: [...shared.values()][0]?.definitions ?? {},
    bindings: all.map((codecs) => shared.get(codecs)?.classes),
  };
}

const node = object({ at: date, next: union(ref('node'), text) });

describe('shareCodecs', () => {
  it('writes equal types once, though other runs gave them other ids', () => {
    const other = object({ at: date, next: union(ref('NODE'), text) });
    const { names, definitions } = share(
      planned({ node }, ref('node')),
      planned({ NODE: other }, ref('NODE')),
    );
    expect(names).toEqual([
      { kind: 'ref', name: 'NODE' },
      { kind: 'ref', name: 'NODE' },
    ]);
    expect(Object.keys(definitions)).toEqual(['NODE']);
  });

  it('tells types with equal names apart, also if only what they lead to differs', () => {
    const leaf = (member: string): TypeNode => object({ [member]: date, back: union(ref('node'), text) });
    const chain = { node: object({ next: ref('leaf') }), leaf: leaf('a') };
    const { names, definitions } = share(
      planned(chain, union(ref('node'), ref('leaf'))),
      planned({ ...chain, leaf: leaf('b') }, union(ref('node'), ref('leaf'))),
    );
    expect(names[0]).not.toEqual(names[1]);
    expect(Object.keys(definitions).sort()).toEqual(['LEAF', 'LEAF2', 'NODE', 'NODE2']);
  });

  it('keeps in place what one place needs', () => {
    const { names, definitions } = share(planned({ once: object({ at: date }) }, ref('once')));
    expect(names).toEqual([{ kind: 'object', properties: { at: { kind: 'date' } } }]);
    expect(definitions).toEqual({});
  });

  it('gives two classes of one name two names in the whole module', () => {
    const money = (file: string): TypeNode => ({
      kind: 'class',
      name: 'Money',
      binding: { file, exportName: 'Money', localName: 'Money' },
      json: text,
    });
    const { bindings, names } = share(
      planned({}, union(money('a.ts'), { kind: 'null' })),
      planned({}, money('b.ts')),
    );
    expect(bindings).toEqual([
      { Money: expect.objectContaining({ file: 'a.ts' }) },
      { Money2: expect.objectContaining({ file: 'b.ts' }) },
    ]);
    expect(names[1]).toEqual({ kind: 'class', name: 'Money2' });
  });

  it('needs no more text for more tools with the same types', () => {
    const size = 20;
    const types = Object.fromEntries(
      Array.from({ length: size }, (_, index) => [
        `type${index}`,
        object({
          at: date,
          ...Object.fromEntries(Array.from({ length: size }, (_, to) => [`to${to}`, ref(`type${to}`)])),
        }),
      ]),
    );
    const definitions = define(types);
    const planner = new CodecPlanner(definitions);
    const tools = Object.keys(types).flatMap(
      (id) => planner.codecsOf(object({ root: ref(id) }), ref(id)) ?? [],
    );
    const one = JSON.stringify(share(...tools.filter((_, index) => index === 0)).definitions).length;
    const all = share(...tools);
    expect(JSON.stringify(all.definitions).length).toBe(one);
    expect(JSON.stringify(all.names).length).toBeLessThan(size * 50);
  });
});
