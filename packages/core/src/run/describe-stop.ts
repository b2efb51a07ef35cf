import type { RunResult } from '@toolwright/contract';

/** Describes which stop rule or policy ended a run, and why; undefined if none did. */
export function describeStop({ stoppedBy, stopReason, status }: RunResult): string | undefined {
  if (stoppedBy === undefined) return undefined;
  const reason = stopReason === undefined ? '.' : `: ${stopReason}`;
  return `the run was ${status} by '${stoppedBy}'${reason}`;
}
