/** Less CPU time than this is fast at any growth. */
const FAST_MS = 250;

/** Quadratic time makes the largest of three sizes, each four times the one before, at least four times as slow per unit as the others. */
const LIMIT = 3;

/** Other processes disturb single measurements: the fastest of some counts. */
const ATTEMPTS = 3;

/**
 * How the CPU time of a task grows with its size: `linear`, or how much slower it gets. The smaller sizes are measured only if the largest
 * one is slow. CPU time, and the comparison of sizes, make the verdict independent of the machine and of its load.
 */
export async function growth(run, [small, middle, large]) {
  if ((await timeOf(run, large)) < FAST_MS) return 'linear';
  const usual = Math.max((await fastest(run, small)) / small, (await fastest(run, middle)) / middle);
  const ratio = (await fastest(run, large)) / large / usual;
  return ratio < LIMIT ? 'linear' : `${ratio.toFixed(1)} times as slow per unit at ${large}`;
}

async function fastest(run, size) {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) best = Math.min(best, await timeOf(run, size));
  return best;
}

async function timeOf(run, size) {
  const begun = process.cpuUsage();
  await run(size);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
