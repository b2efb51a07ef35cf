import type { PendingCall } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { Run } from '../run.js';
import { splitState, toPausedRun } from './paused-run.js';
import { describeToolSet } from './tool-set.js';

/** The calls of a reply that a person has to decide on before any of them is executed. */
export function findPending(run: Run, { calls }: Reply): PendingCall[] {
  // A run within a tool of another one cannot be kept while that goes on: its calls are answered with an error.
  if (run.link.depth > 0 || !run.pauses) return [];
  const waiting = calls.filter(
    ({ id, name, problem }) =>
      problem === undefined && run.findAnnotations(name).needsApproval === true && !run.isApproved(id),
  );
  return waiting.map(({ id, name, text }) => ({ callId: id, name, arguments: text }));
}

/** Ends a run until there are decisions. Gives the names of the values in its state that are lost until then. */
export function pauseRun(run: Run, reply: Reply, pending: readonly PendingCall[]): readonly string[] {
  const { id: runId, record, state } = run;
  const { iteration, toolCalls, reasoningTrace, errors, history } = record;
  const { kept, lost } = splitState(state);
  record.status = 'paused';
  record.paused = toPausedRun(
    { runId, agent: run.agentName, pending },
    {
      history: history.toJSON(),
      added: history.added,
      reply,
      handedTo: record.handedTo,
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
