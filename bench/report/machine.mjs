import { availableParallelism, loadavg, totalmem } from 'node:os';

/** What a reader must know about the machine to judge the figures, without its name. */
export function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.versions.node}, ${availableParallelism()} cores, ${memory} GiB of memory`;
}

/** A warning if other work on the machine would distort the figures, else undefined. */
export function busyWarning() {
  const load = loadavg()[0];
  if (load < availableParallelism() / 2) return undefined;
  return `The machine is busy (load ${load.toFixed(1)}): absolute figures will be too high and ratios noisy.`;
}
