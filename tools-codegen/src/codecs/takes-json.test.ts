import { growth } from '../../../scripts/growth.mjs';
import { date, define, object, text } from '../emit/type-nodes.test.support.js';
import type { TypeNode } from '../ir/type-node.js';
import { takesJson } from './takes-json.js';

const anything: TypeNode = { kind: 'unknown' };
const ref = (id: string): TypeNode => ({ kind: 'ref', id });

/** So many objects that all contain each other, each with one more member. */
function circle(names: readonly string[], more: (index: number) => Readonly<Record<string, TypeNode>>) {
  return define(
    Object.fromEntries(
      names.map((name, index) => [
        name,
        object({ ...Object.fromEntries(names.map((other) => [`${other}?`, ref(other)])), ...more(index) }),
      ]),
    ),
  );
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `N${index}`);

describe('takesJson', () => {
  it('compares types that all contain each other once a pair', async () => {
    const compare = (count: number): void => {
      const definitions = circle(names(count), () => ({ at: date }));
      expect(takesJson(object({}, { additional: anything }), ref('N0'), definitions)).toBe(true);
      expect(takesJson(object({}, { additional: text }), ref('N0'), definitions)).toBe(false);
    };
    // There are as many members as pairs of types.
    expect(await growth((size) => compare(Math.sqrt(size)), [2_500, 10_000, 40_000])).toBe('linear');
  });

  it('takes back what it assumed of a pair that turns out to be wrong', () => {
    // `Own` allows only texts beside itself; the last of the others has a number, three types away from the first.
    const own = { Own: object({}, { additional: { kind: 'union', members: [ref('Own'), text] } }) };
    const chain = (last: TypeNode) =>
      define({
        ...own,
        A: object({ 'b?': ref('B'), at: date }),
        B: object({ 'a?': ref('A'), 'c?': ref('C') }),
        C: object({ 'a?': ref('A'), 'b?': ref('B'), last }),
      });
    for (const first of ['A', 'B', 'C']) {
      expect(takesJson(ref('Own'), ref(first), chain(text))).toBe(true);
      expect(takesJson(ref('Own'), ref(first), chain({ kind: 'number' }))).toBe(false);
    }
  });
});
