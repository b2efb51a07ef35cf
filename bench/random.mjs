/**
 * Pseudo-random choices, the same for the same seed on every machine (mulberry32), so that a failed run can be repeated.
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    /** @returns A whole number below `limit`. */
    below,
    pick: (list) => list[below(list.length)],
    chance: (probability) => next() < probability,
    /** Returns `count` different elements, in the order of the list. */
    sample(list, count) {
      const left = [...list.keys()];
      const chosen = Array.from(
        { length: Math.min(count, list.length) },
        () => left.splice(below(left.length), 1)[0],
      );
      return chosen.sort((a, b) => a - b).map((index) => list[index]);
    },
  };
}
