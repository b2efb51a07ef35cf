import { LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';

/** The last point in time that a `Date` can represent. */
const LAST_MOMENT = 8.64e15;

/** @throws ToolwrightError `INVALID_CONFIG` for an invalid lease duration */
export function checkLeaseMs(leaseMs: unknown): void {
  if (Number.isInteger(leaseMs) && Number(leaseMs) >= 1 && Number(leaseMs) <= LONGEST_TIMER_MS) return;
  throw invalid(
    `'leaseMs' must be a whole number of milliseconds from 1 to ${LONGEST_TIMER_MS}; got ${String(leaseMs)}.`,
  );
}

/** Wraps a clock so that it returns whole milliseconds and throws `INVALID_CONFIG` for an invalid time. */
export function checkedClock(now: () => number): () => number {
  return () => {
    const time = now();
    if (Number.isFinite(time) && Math.abs(time) <= LAST_MOMENT) return Math.floor(time);
    throw invalid(`'now' must return milliseconds since 1970; got ${String(time)}.`);
  };
}

function invalid(problem: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', problem, {
    blame: 'developer',
    hint: 'Omit the option to use the default.',
  });
}
