import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** Time that all processors of the machine spent, in milliseconds. */
export interface ProcessorTimes {
  readonly idle: number;
  readonly total: number;
  /** How many processors there are. */
  readonly count: number;
}

/** Enough for a thread: on a machine with two processors, this process itself keeps one of them busy, and a part of the other. */
const MIN_IDLE = 0.5;

export function processorTimes(): ProcessorTimes {
  const times = cpus().map((processor) => processor.times);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.flatMap((each) => Object.values(each))),
    count: times.length,
  };
}

/**
 * Whether this process may use a second processor that had nothing to do since an earlier moment. On a busy machine, a second thread
 * only takes time from the first.
 */
export function hasSpareProcessor(before: ProcessorTimes, now = processorTimes()): boolean {
  if (availableParallelism() < 2 || processorLimit() < 2) return false;
  return idleProcessors(before, now) >= MIN_IDLE;
}

/** How many processors were idle on average. */
export function idleProcessors(before: ProcessorTimes, now: ProcessorTimes): number {
  const passed = now.total - before.total;
  return passed <= 0 ? 0 : (now.count * (now.idle - before.idle)) / passed;
}

/** How many processors a Linux container may use. Node.js 20 does not count that as parallelism. */
function processorLimit(): number {
  try {
    return readLimit(readFileSync('/sys/fs/cgroup/cpu.max', 'utf8'));
  } catch {
    // Not in a container, or not on Linux.
    return Number.POSITIVE_INFINITY;
  }
}

/** @param text `max 100000`, or the microseconds that all threads together may use in each period, and the period. */
export function readLimit(text: string): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(text) ?? [];
  return quota === undefined ? Number.POSITIVE_INFINITY : Number(quota) / Number(period);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
