import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cases } from './thorough.mjs';

/** Sizes are divided by this, except with `THOROUGH=1`. */
const SHARE = cases(4, 1);

/** A task that takes less CPU time than this is fast enough, however its time grows. */
const FAST_MS = 250 / SHARE;

/**
 * There are three sizes, each four times the one before. With quadratic time, the largest is at least four times as slow per unit as the
 * others.
 */
const LIMIT = 3;

/** Other processes disturb single measurements, so the fastest of several counts. */
const ATTEMPTS = 4;

/**
 * What disturbs all attempts with one size, such as a collection of a large heap, does not disturb all rounds: before each but the first, the
 * heap is collected. Quadratic time fails each time.
 */
const ROUNDS = 5;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/**
 * How the CPU time of a task grows with its size: `linear`, or how much slower it gets. The smaller sizes are measured only if the largest
 * one is slow, and the largest again only if it seems to be too slow. The verdict uses CPU time and compares sizes, so it does not depend
 * on the machine or its load.
 */
export async function growth(run, sizes) {
  const [small, middle, large] = sizes.map((size) => Math.ceil(size / SHARE));
  const first = await timeOf(run, large);
  if (first < FAST_MS) return 'linear';
  let [ratio, largest, usual] = [Number.POSITIVE_INFINITY, first, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) {
      collect();
      // Before the smaller sizes, which what is left of the collection would disturb more.
      largest = Math.min(largest, await fastest(run, large, ATTEMPTS - 1));
    }
    const smaller = Math.max((await fastest(run, small)) / small, (await fastest(run, middle)) / middle);
    usual = Math.min(usual, smaller);
    ratio = largest / large / usual;
    if (ratio < LIMIT) return 'linear';
  }
  return `${ratio.toFixed(1)} times as slow per unit at ${large}`;
}

async function fastest(run, size, attempts = ATTEMPTS) {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt += 1) best = Math.min(best, await timeOf(run, size));
  return best;
}

async function timeOf(run, size) {
  const begun = process.cpuUsage();
  await run(size);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
