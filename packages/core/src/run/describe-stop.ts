import type { RunResult } from '@toolwright/contract';

/** Who ended a run, and why; undefined for a run that no stop rule and no policy ended. */
export function describeStop({ stoppedBy, stopReason, status }: RunResult): string | undefined {
  if (stoppedBy === undefined) return undefined;
  const reason = stopReason === undefined ? '.' : `: ${stopReason}`;
  return `the run was ${status} by '${stoppedBy}'${reason}`;
}
