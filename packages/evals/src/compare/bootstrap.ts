/** The interval of a mean. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Draws at most. With more differences, fewer samples are drawn, so that the time stays linear. */
const MAX_DRAWS = 20_000_000;
const MAX_RESAMPLES = 10_000;
const MIN_RESAMPLES = 1_000;

/** Returns how many samples are drawn of a number of differences. */
export function resamplesOf(count: number): number {
  return Math.max(MIN_RESAMPLES, Math.min(MAX_RESAMPLES, Math.floor(MAX_DRAWS / Math.max(count, 1))));
}

/**
 * Returns the percentile interval of the mean of paired differences: samples are drawn with replacement, with a fixed seed.
 * @see https://en.wikipedia.org/wiki/Bootstrapping_(statistics)
 */
export function bootstrapMean(differences: readonly number[], confidence: number, seed = 1): Interval {
  const count = differences.length;
  const values = Float64Array.from(differences);
  const means = new Float64Array(resamplesOf(count));
  const random = createRandom(seed);
  for (let sample = 0; sample < means.length; sample++) {
    let sum = 0;
    for (let draw = 0; draw < count; draw++) sum += values[Math.floor(random() * count)] ?? 0;
    means[sample] = sum / count;
  }
  means.sort();
  const at = (share: number) => means[Math.min(means.length - 1, Math.floor(share * means.length))] ?? 0;
  const tail = (1 - confidence) / 2;
  return { low: at(tail), high: at(1 - tail) };
}

/** Returns a generator of numbers from 0 to 1. @see https://github.com/bryc/code/blob/master/jshash/PRNGs.md mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
