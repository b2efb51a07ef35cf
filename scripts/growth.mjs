import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cases } from './thorough.mjs';

/** Sizes are divided by this, except with `THOROUGH=1`. */
const SHARE = cases(4, 1);

/** A task that takes less CPU time than this is fast enough, however its time grows. */
const FAST_MS = 250 / SHARE;

/**
 * There are three sizes, each four times the one before. With quadratic time, the largest is 4 times as slow per unit as the middle one and
 * 16 times as slow as the small one. It has to be slow beside both.
 */
const LIMITS = { middle: 3, small: 8 };

/** Other processes disturb single measurements, and the first ones run code that is not optimised yet, so the fastest of several counts. */
const ATTEMPTS = 4;

/**
 * What disturbs all attempts with one size, such as a collection of a large heap, does not disturb all rounds: before each but the first, the
 * heap is collected. In the last one, all sizes are four times as large: what only large tasks need, such as collections of the young
 * generation, makes the largest slow beside the others once, and quadratic time at any size.
 */
const ROUNDS = [1, 1, 1, 4];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/**
 * How the CPU time of a task grows with its size: `linear`, or how much slower it gets. The smaller sizes are measured only if the largest
 * one is slow. The verdict uses CPU time and compares sizes, so it does not depend on the machine or its load.
 */
export async function growth(run, sizes) {
  const best = new Map();
  const measure = async (size, attempts) => {
    for (let attempt = 0; attempt < attempts; attempt += 1)
      best.set(size, Math.min(best.get(size) ?? Number.POSITIVE_INFINITY, await timeOf(run, size)));
  };
  let verdict = '';
  for (const [round, factor] of ROUNDS.entries()) {
    const [small, middle, large] = sizes.map((size) => Math.ceil((size / SHARE) * factor));
    if (round === 0) await measure(large, 1);
    if ((best.get(large) ?? FAST_MS) < FAST_MS) return 'linear';
    if (round > 0) collect();
    // Before the smaller sizes, which what is left of the collection would disturb more.
    for (const size of [large, middle, small]) await measure(size, ATTEMPTS);
    const [beside, far] = [middle, small].map((size) => best.get(large) / large / (best.get(size) / size));
    if (beside < LIMITS.middle || far < LIMITS.small) return 'linear';
    verdict = `${beside.toFixed(1)} and ${far.toFixed(1)} times as slow per unit at ${large} as at ${middle} and ${small}`;
  }
  return verdict;
}

async function timeOf(run, size) {
  const begun = process.cpuUsage();
  await run(size);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
