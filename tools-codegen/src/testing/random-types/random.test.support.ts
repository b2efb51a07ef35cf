/** A seeded source of random numbers. */
export interface Random {
  /** A whole number below `count`. */
  below(count: number): number;
  pick<T>(values: readonly T[]): T;
  /** Some of the values, in their order. */
  some<T>(values: readonly T[], count: number): T[];
  chance(probability: number): boolean;
}

/** @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (values.length === 0) throw new Error('Nothing to pick from.');
      return value as T; // The index is in range.
    },
    some: (values, count) => {
      const left = new Set(values.keys());
      while (left.size > count) left.delete([...left][below(left.size)] ?? 0);
      return values.filter((_, index) => left.has(index));
    },
    chance: (probability) => next() < probability,
  };
}
