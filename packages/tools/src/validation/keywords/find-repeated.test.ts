import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { growth } from '../../../../../scripts/growth.mjs';
import { FunctionTool, ToolRegistry } from '../../index.js';
import { findRepeated } from './find-repeated.js';
import { jsonEqual } from './json-equal.js';

describe('findRepeated', () => {
  it('finds the same items as a comparison of all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 })), fc.nat(), (values, at) => {
        const items = values.length > 0 ? [...values, structuredClone(values[at % values.length])] : values;
        for (const list of [values, items]) {
          const repeated = list.some((item, j) => list.slice(0, j).some((other) => jsonEqual(item, other)));
          expect(findRepeated(list) !== undefined).toBe(repeated);
        }
      }),
    );
  });

  it('reports both places, whatever the order of members', () => {
    expect(findRepeated([{ a: 1, b: 2 }, 5, { b: 2, a: 1 }])).toEqual({ i: 0, j: 2 });
    expect(findRepeated(['__proto__', 'a', '__proto__'])).toEqual({ i: 0, j: 2 });
    expect(findRepeated([1, '1', true, 'true', null, 'null', [], {}])).toBeUndefined();
    expect(findRepeated([Number.NaN, Number.NaN, { a: 1n }, { a: () => 1 }])).toBeUndefined();
  });

  it.each<JsonSchema>([
    {},
    { type: 'object' },
    { anyOf: [{ type: 'object' }, { type: 'array' }] },
    { type: 'string' },
  ])('keeps the time of a call proportional to the length of the list: items %j', async (items) => {
    const registry = new ToolRegistry().register(
      new FunctionTool({
        name: 'count',
        description: 'Counts.',
        parameters: { type: 'object', properties: { v: { type: 'array', items, uniqueItems: true } } },
        fn: ({ v }: { v: unknown[] }) => v.length,
      }),
    );
    const isText = items.type === 'string';
    const count = async (length: number): Promise<void> => {
      const v = Array.from({ length }, (_, index) => (isText ? `n${index}` : { index, tags: [index] }));
      expect(await registry.execute('count', { v })).toEqual({ result: length, error: null });
      const refused = await registry.execute('count', { v: [...v, v[0]] });
      expect(refused.error).toContain(`items 0 and ${length} are equal`);
    };
    expect(await growth(count, [500, 2_000, 8_000])).toBe('linear');
  });
});
