/** A seeded source of random numbers (mulberry32), so that a failed run can be repeated. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** @param {number} count @returns A whole number below `count`. */
    below: (count) => Math.floor(next() * count),
    /** @template T @param {readonly T[]} values @returns {T} */
    pick: (values) => values[Math.floor(next() * values.length)],
    chance: (probability) => next() < probability,
  };
}
