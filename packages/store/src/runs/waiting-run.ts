import {
  type AgentEvent,
  PAUSED_RUN_VERSION,
  type PausedRun,
  type RunResult,
  type ToolSpec,
} from '@toolwright/contract';
import { findInterrupted, type OpenRun } from './open-run.js';
import { totalsOf } from './paused-totals.js';

/** Returns the pause of a run that is waiting for a person; undefined if the run can continue on its own. */
export function findPause(open: OpenRun, agent: string, tools: readonly ToolSpec[]): PausedRun | undefined {
  if (open.paused !== undefined) return open.paused;
  const pending = findInterrupted(open, tools);
  if (pending.length === 0) return undefined;
  return { version: PAUSED_RUN_VERSION, runId: open.start.runId, agent, pending, data: {} };
}

/** Yields the events of a run that cannot continue until a person has decided. */
export function* waitForPerson(
  open: OpenRun,
  paused: PausedRun,
  tools: number,
): Generator<AgentEvent, RunResult<never>> {
  const result: RunResult<never> = {
    runId: open.start.runId,
    status: 'paused',
    paused,
    finalResponse: '',
    ...totalsOf(open),
  };
  const { runId, input } = open.start;
  yield { type: 'run-start', input, tools, runId, resumed: paused.pending.map(({ callId }) => callId) };
  yield { type: 'approval-request', calls: paused.pending };
  yield { type: 'run-end', result };
  return result;
}
