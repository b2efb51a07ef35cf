/** Less CPU time than this is fast at any growth. */
const FAST_MS = 250;

/** Quadratic time makes the largest of three sizes, each four times the one before, at least four times as slow per unit as the others. */
const LIMIT = 3;

/**
 * How the CPU time of a task grows with its size: `linear`, or how much slower it gets. The smaller sizes are measured only if the largest
 * one is slow. CPU time, and the comparison of sizes, make the verdict independent of the machine and of its load.
 */
export async function growth(run, [small, middle, large]) {
  const slowest = await timeOf(run, large);
  if (slowest < FAST_MS) return 'linear';
  const usual = Math.max((await timeOf(run, small)) / small, (await timeOf(run, middle)) / middle);
  const ratio = slowest / large / usual;
  return ratio < LIMIT ? 'linear' : `${ratio.toFixed(1)} times as slow per unit at ${large}`;
}

async function timeOf(run, size) {
  const begun = process.cpuUsage();
  await run(size);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
