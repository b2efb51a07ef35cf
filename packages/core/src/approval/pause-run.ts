import type { PausedRun, PendingCall, ToolCallRecord } from '@toolwright/contract';
import type { Reply, RequestedCall } from '../protocols/tool-call-protocol.js';
import type { Run } from '../run/run.js';
import { splitState, toPausedRun } from './paused-run.js';
import { describeToolSet } from './tool-set.js';

/** The calls of a reply that a person has to decide on before any of them is executed. */
export function findPending(run: Run, calls: readonly RequestedCall[]): PendingCall[] {
  // Where the run cannot wait, they are answered with an error.
  if (!run.pauses) return [];
  const waiting = calls.filter(
    ({ id, name, problem }) =>
      problem === undefined && run.findAnnotations(name).needsApproval === true && !run.isApproved(id),
  );
  return waiting.map(({ id, name, text }) => ({ callId: id, name, arguments: text }));
}

/** How far the calls of a reply have come when the run pauses. */
export interface StepSoFar {
  readonly finished?: readonly ToolCallRecord[];
  readonly nested?: Readonly<Record<string, PausedRun>>;
}

/** Ends a run until there are decisions. Gives the names of the values in its state that are lost until then. */
export function pauseRun(
  run: Run,
  reply: Reply,
  pending: readonly PendingCall[],
  { finished, nested }: StepSoFar,
): readonly string[] {
  const { id: runId, record, state } = run;
  const { iteration, toolCalls, reasoningTrace, errors, history } = record;
  const { kept, lost } = splitState(state);
  record.status = 'paused';
  record.paused = toPausedRun(
    { runId, agent: run.agentName, pending },
    {
      ...history.toForkState(),
      reply,
      finished,
      nested,
      handedTo: record.handedTo,
      next: run.next,
      tools: describeToolSet(run.tools),
      iteration,
      toolCalls,
      reasoningTrace,
      errors,
      ledger: run.ledger.toJSON(),
      elapsedMs: run.elapsedMs,
      state: kept,
    },
  );
  return lost;
}
