import type { ToolExecution, ToolOutcome, ToolSource } from '@toolwright/contract';
import { staleCall } from '../sessions/session-error.js';
import { describeRefusal, restoreState, stateToJson } from '../shared-state.js';
import type { Journal } from './journal.js';
import type { RecordedCall } from './open-run.js';

/**
 * Tools whose calls are recorded before they begin and when they have ended. A call that has ended is not executed again, and one
 * that was interrupted only where it is repeatable, or where a person has agreed.
 */
export function recordedTools(tools: ToolSource, journal: Journal): ToolSource {
  return {
    listTools: () => tools.listTools(),
    execute: (name, args, execution) => {
      const known = journal.findCall(execution.callId);
      return known === undefined
        ? executeFirst(tools, journal, name, args, execution)
        : executeAgain(tools, journal, known, args, execution);
    },
  };
}

async function executeFirst(
  tools: ToolSource,
  journal: Journal,
  name: string,
  args: unknown,
  execution: ToolExecution,
): Promise<ToolOutcome> {
  const { readOnly, idempotent } = tools.listTools().find((tool) => tool.name === name)?.annotations ?? {};
  await journal.add({
    type: 'tool-start',
    runId: journal.run.start.runId,
    callId: execution.callId,
    name,
    arguments: toText(args),
    repeatable: readOnly === true || idempotent === true,
  });
  // While the record was written, the run may have ended.
  execution.signal.throwIfAborted();
  return execute(tools, journal, name, args, execution);
}

async function executeAgain(
  tools: ToolSource,
  journal: Journal,
  known: RecordedCall,
  args: unknown,
  execution: ToolExecution,
): Promise<ToolOutcome> {
  const { start, outcome, decision, state } = known;
  if (start.arguments !== toText(args)) throw journal.fail(staleCall(execution.callId));
  if (outcome !== undefined) {
    restoreState(execution.state, state);
    return outcome;
  }
  if (decision === undefined || decision.approved) {
    return execute(tools, journal, start.name, args, execution);
  }
  const refused = { result: null, error: describeRefusal(decision.reason) };
  await addOutcome(journal, execution, refused);
  return refused;
}

async function execute(
  tools: ToolSource,
  journal: Journal,
  name: string,
  args: unknown,
  execution: ToolExecution,
): Promise<ToolOutcome> {
  const outcome = await tools.execute(name, args, execution);
  // A call that was cut off by the end of its run has no outcome that anybody could go on from.
  if (!execution.signal.aborted) await addOutcome(journal, execution, outcome);
  return outcome;
}

function addOutcome(journal: Journal, { callId, state }: ToolExecution, outcome: ToolOutcome): Promise<void> {
  const kept = stateToJson(state);
  const { runId } = journal.run.start;
  return journal.add({ type: 'tool-outcome', runId, callId, outcome, ...(kept && { state: kept }) });
}

function toText(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
}
