import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { deepEqual } from './deep-equal.js';

/** Few values, so that many of them are equal. */
const leaf = fc.oneof(
  fc.constantFrom(undefined, null, true, 0, -0, Number.NaN, 1, '', 'a', 1n, Symbol.for('a')),
  // Whether two invalid dates are equal depends on the version of Node.
  fc.constantFrom(0, 1).map((time) => new Date(time)),
  fc.constantFrom('a', 'b').map((source) => new RegExp(source)),
  fc.array(fc.constantFrom(0, 1), { maxLength: 2 }).map((bytes) => Uint8Array.from(bytes)),
  fc.constantFrom(-0, 0).map((number) => Float64Array.of(number)),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => {
  const items = fc.array(tie('value'), { maxLength: 3 });
  return {
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      items,
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
      fc
        .dictionary(fc.constantFrom('a', 'b'), tie('value'))
        .map((members) => Object.assign(Object.create(null), members)),
      items.map((list) => new Set(list)),
      fc.array(fc.tuple(leaf, tie('value')), { maxLength: 2 }).map((pairs) => new Map(pairs)),
    ),
  };
});

// M3
describe('deepEqual', () => {
  it('agrees with isDeepStrictEqual', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(deepEqual(one, other)).toBe(isDeepStrictEqual(one, other));
        expect(deepEqual(one, structure(one))).toBe(isDeepStrictEqual(one, structure(one)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('compares circular values, and instances by their class', () => {
    const ring = (name: string) => {
      const list: unknown[] = [name];
      list.push(list);
      return list;
    };
    expect(deepEqual(ring('a'), ring('a'))).toBe(true);
    expect(deepEqual(ring('a'), ring('b'))).toBe(false);
    class Point {
      x = 1;
    }
    expect(deepEqual(new Point(), new Point())).toBe(true);
    expect(deepEqual(new Point(), { x: 1 })).toBe(false);
    const promise = Promise.resolve();
    expect(deepEqual(promise, promise)).toBe(true);
    expect(deepEqual(promise, Promise.resolve())).toBe(false);
  });
});

/** A copy of lists and plain objects, whose members stand in another order. */
function structure(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(structure);
  if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return given;
  return Object.fromEntries(
    Object.entries(given)
      .reverse()
      .map(([name, member]) => [name, structure(member)]),
  );
}
