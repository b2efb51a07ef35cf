import fc from 'fast-check';
import { createSchemaEmitter, emitSchema } from '../emit/schema.js';
import type { Definition, TypeNode } from './type-node.js';

interface Graph {
  readonly roots: readonly TypeNode[];
  readonly definitions: ReadonlyMap<string, Definition>;
}

const ref = (index: number): TypeNode => ({ kind: 'ref', id: String(index) });
const tupleOf = (indexes: readonly number[], title?: string): TypeNode => ({
  kind: 'tuple',
  elements: indexes.map((index) => ({ type: ref(index), optional: false })),
  ...(title !== undefined && { docs: { title } }),
});

/** Types that refer to each other in any way; some are aliases, and several have the same name. */
const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 40 }).chain((size) =>
  fc
    .record({
      types: fc.array(
        fc.record({
          refersTo: fc.array(fc.nat(size - 1), { maxLength: 3 }),
          name: fc.constantFrom('A', 'B', 'C'),
          isAlias: fc.boolean(),
        }),
        { minLength: size, maxLength: size },
      ),
      isChain: fc.boolean(),
      roots: fc.array(fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      }),
    })
    .map(({ types, isChain, roots }) => ({
      roots: roots.flatMap((indexes) => [tupleOf(indexes), ref(indexes[0] ?? 0)]),
      definitions: new Map(
        types.map(({ refersTo, name, isAlias }, index) => {
          const next = index + 1 < size ? [index + 1] : [];
          const node =
            isAlias && next.length > 0
              ? ref(index + 1)
              : tupleOf([...(isChain ? next : []), ...refersTo], `type ${index}`);
          return [String(index), { id: String(index), name, node }];
        }),
      ),
    })),
);

describe('the schemas of types that refer to each other', () => {
  it('do not depend on schemas that were made before them', () => {
    fc.assert(
      fc.property(graphs, ({ roots, definitions }) => {
        const { emit } = createSchemaEmitter(definitions);
        for (const root of roots) {
          expect(JSON.stringify(emit(root))).toBe(JSON.stringify(emitSchema(root, definitions)));
        }
      }),
    );
  });

  it('have exactly the definitions that they refer to', () => {
    fc.assert(
      fc.property(graphs, ({ roots, definitions }) => {
        for (const root of roots) {
          const schema = emitSchema(root, definitions);
          const referred = Array.from(
            JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g),
            ([, name]) => name,
          );
          expect(new Set(Object.keys(schema.$defs ?? {}))).toEqual(new Set(referred));
        }
      }),
    );
  });
});
