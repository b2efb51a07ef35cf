import fc from 'fast-check';
import type { Definition, PropertyNode, TypeNode } from '../../ir/type-node.js';
import { cannotCarry, type Failure, isFailure, joinFailures, type Lowered } from '../problem.js';
import { createSharedTypes, type SharedTypes } from './shared-types.js';

/** @param waiting the depth at which a type is postponed */
function createTable(waiting = 40): { shared: SharedTypes; definitions: Map<string, Definition> } {
  const definitions = new Map<string, Definition>();
  let count = 0;
  const newId = (name: string): string => {
    count += 1;
    return `${name}~${count}`;
  };
  const depths = { instances: 25, waiting, end: 100 };
  const shared = createSharedTypes(definitions, newId, undefined, depths);
  return { shared, definitions };
}

const text: TypeNode = { kind: 'string' };
const plain = { variant: '', name: undefined, fallbackName: () => 'Type', origin: undefined };

describe('createSharedTypes', () => {
  it('lowers a type once, however often it is used', () => {
    const { shared } = createTable();
    const type = {};
    let builds = 0;
    const build = (): Lowered => {
      builds += 1;
      return text;
    };
    const results = [1, 2, 3].map(() => shared.lower({ ...plain, type, name: 'Name', build }));
    expect(builds).toBe(1);
    expect(new Set(results).size).toBe(1);
  });

  it('lowers a type once for each spelling', () => {
    const { shared } = createTable();
    const type = {};
    let builds = 0;
    for (const variant of ['', 'email', '', 'email']) {
      shared.lower({
        ...plain,
        type,
        variant,
        build: () => {
          builds += 1;
          return text;
        },
      });
    }
    expect(builds).toBe(2);
  });

  it('gives an anonymous type in a circle with a named one the same schema from any starting point', () => {
    const lowerFrom = (start: 'list' | 'tree'): unknown => {
      const { shared, definitions } = createTable();
      const lowerTree = (): Lowered => shared.lower({ ...plain, type: tree, name: 'Tree', build: lowerList });
      const lowerList = (): Lowered =>
        shared.lower({
          ...plain,
          type: list,
          build: () => {
            const items = lowerTree();
            return isFailure(items) ? items : { kind: 'array', items };
          },
        });
      if (start === 'tree') lowerTree();
      return [lowerList(), [...definitions.values()]];
    };
    const [tree, list] = [{}, {}];
    const items = { kind: 'ref', id: 'Tree~1' };
    const node = { kind: 'array', items };
    expect(lowerFrom('list')).toEqual([node, [{ id: 'Tree~1', name: 'Tree', node }]]);
    expect(lowerFrom('tree')).toEqual(lowerFrom('list'));
  });

  it('inlines an anonymous type, and names it if it refers to itself', () => {
    const { shared, definitions } = createTable();
    expect(shared.lower({ ...plain, type: {}, build: () => text })).toEqual(text);

    const loop = { ...plain, type: {}, fallbackName: () => 'Loop' };
    const lowered = shared.lower({
      ...loop,
      build: () => {
        const inner = shared.lower({ ...loop, build: () => text });
        return isFailure(inner) ? inner : { kind: 'array', items: inner };
      },
    });
    expect(lowered).toEqual({ kind: 'ref', id: 'Loop~1' });
    expect(definitions.get('Loop~1')).toEqual({
      id: 'Loop~1',
      name: 'Loop',
      node: { kind: 'array', items: { kind: 'ref', id: 'Loop~1' } },
    });
  });

  it('stops a type that grows at each step', () => {
    const { shared } = createTable();
    const origin = {};
    let steps = 0;
    const grow = (): Lowered => {
      steps += 1;
      return shared.lower({ ...plain, type: {}, origin, build: grow });
    };
    expect(grow()).toMatchObject({ kind: 'failure', problems: [{ code: 'TW2012' }] });
    expect(steps).toBeLessThan(100);
  });

  it('stops a type that grows in several places at each step', () => {
    const { shared } = createTable();
    let steps = 0;
    const grow = (): Lowered => {
      steps += 1;
      const members = [0, 1, 2].map(() => shared.lower({ ...plain, type: {}, build: grow }));
      const failures = members.filter(isFailure);
      return failures.length > 0 ? joinFailures(failures) : text;
    };
    const grown = { ...plain, type: {}, name: 'Grown', build: grow };
    expect(shared.lower(grown)).toMatchObject({ kind: 'failure', problems: [{ code: 'TW2012' }] });
    expect(steps).toBeLessThan(200);
    expect(shared.lower({ ...plain, type: {}, build: () => text })).toEqual(text);
  });

  it('stops a named type that grows through others, however often it is postponed', () => {
    const { shared, definitions } = createTable(3);
    const origin = {};
    const grow = (): Lowered => {
      const inner = shared.lower({ ...plain, type: {}, name: 'Between', build: growNamed });
      return isFailure(inner) ? inner : { kind: 'array', items: inner };
    };
    const growNamed = (): Lowered => shared.lower({ ...plain, type: {}, origin, name: 'Grown', build: grow });
    expect(growNamed()).toMatchObject({ kind: 'failure', problems: [{ code: 'TW2012' }] });
    expect(definitions.size).toBe(0);
  });
});

/** A type of a random program: its references, and whether JSON cannot carry it. */
interface GraphType {
  readonly bad: boolean;
  readonly edges: readonly { readonly to: number; readonly optional: boolean }[];
}

const SIZE = 6;
const graph = fc.array(
  fc.record({
    bad: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0),
    edges: fc.array(fc.record({ to: fc.nat(SIZE - 1), optional: fc.boolean() }), { maxLength: 3 }),
  }),
  { minLength: SIZE, maxLength: SIZE },
);

const roots = fc.array(fc.nat(SIZE - 1), { minLength: 1, maxLength: 12 });

/** The types that fail: those that are bad, or need one that fails. */
function failing(types: readonly GraphType[]): ReadonlySet<number> {
  const failed = new Set(types.flatMap(({ bad }, index) => (bad ? [index] : [])));
  for (let grew = true; grew; ) {
    grew = false;
    for (const [index, { edges }] of types.entries()) {
      if (failed.has(index) || !edges.some(({ to, optional }) => !optional && failed.has(to))) continue;
      failed.add(index);
      grew = true;
    }
  }
  return failed;
}

function createGraphWalk(types: readonly GraphType[], shared: SharedTypes): (index: number) => Lowered {
  const walk = (index: number): Lowered => {
    const type = types[index];
    if (type === undefined) throw new Error(`No type ${index}.`);
    return shared.lower({ ...plain, type, name: `T${index}`, build: () => build(type) });
  };
  const build = ({ bad, edges }: GraphType): Lowered => {
    if (bad) return cannotCarry('TW2001', 'is bad');
    const properties: PropertyNode[] = [];
    const failures: Failure[] = [];
    for (const [place, { to, optional }] of edges.entries()) {
      const lowered = walk(to);
      if (!isFailure(lowered)) properties.push({ name: `${place}:${to}`, type: lowered, optional });
      else if (!optional) failures.push(lowered);
    }
    return failures.length > 0 ? joinFailures(failures) : { kind: 'object', properties };
  };
  return walk;
}

describe('programs of types that refer to each other', () => {
  it('fail exactly if something bad is needed, in any order', () => {
    fc.assert(
      fc.property(graph, roots, fc.constantFrom(1, 2, 40), (types, starts, waiting) => {
        const { shared, definitions } = createTable(waiting);
        const walk = createGraphWalk(types, shared);
        const failed = failing(types);
        for (const root of starts) {
          const lowered = walk(root);
          expect(isFailure(lowered)).toBe(failed.has(root));
          if (lowered.kind !== 'ref') continue;
          expectComplete(lowered.id, types, failed, definitions, new Set());
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Checks that all references of a definition exist, and that only failing members were left out. */
function expectComplete(
  id: string,
  types: readonly GraphType[],
  failed: ReadonlySet<number>,
  definitions: ReadonlyMap<string, Definition>,
  seen: Set<string>,
): void {
  if (seen.has(id)) return;
  seen.add(id);
  const definition = definitions.get(id);
  const index = Number(definition?.name.slice(1));
  const kept = (types[index]?.edges ?? []).flatMap(({ to }, place) =>
    failed.has(to) ? [] : [`${place}:${to}`],
  );
  expect(definition?.node).toMatchObject({ kind: 'object' });
  const properties = definition?.node.kind === 'object' ? definition.node.properties : [];
  expect(properties.map(({ name }) => name)).toEqual(kept);
  for (const { type } of properties) {
    expect(type.kind).toBe('ref');
    if (type.kind === 'ref') expectComplete(type.id, types, failed, definitions, seen);
  }
}
