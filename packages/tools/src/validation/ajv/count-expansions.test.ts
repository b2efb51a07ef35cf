import type { JsonSchema } from '@toolwright/contract';
import { growth } from '../../../../../scripts/growth.mjs';
import { countExpansions } from './count-expansions.js';

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

function doubling(length: number): JsonSchema {
  const steps = Array.from({ length }, (_, index) => {
    const next = ref(`d${index + 1}`);
    return [`d${index}`, { allOf: [next, next] }] as const;
  });
  return { $defs: Object.fromEntries([...steps, [`d${length}`, {}]]), ...ref('d0') };
}

describe('countExpansions', () => {
  it('counts schemas with each reference written out', () => {
    expect(countExpansions({}, 100)).toBe(1);
    expect(countExpansions({ $defs: { a: {} }, allOf: [ref('a'), ref('a')] }, 100)).toBe(3);
    expect(countExpansions(doubling(3), 100)).toBe(16);
    expect(countExpansions(doubling(100), 1_000)).toBe(1_000);
    const circle = { a: { anyOf: [ref('b'), { type: 'null' as const }] }, b: { items: ref('a') } };
    expect(countExpansions({ $defs: circle, properties: { a: ref('a') } }, 100)).toBeLessThan(10);
  });

  it('takes time in proportion to the schema', async () => {
    const count = (size: number) => countExpansions(doubling(size), 1_000);
    expect(await growth(count, [2_000, 8_000, 32_000])).toBe('linear');
  });
});
