import type { ToolCallRecord, ToolOutcome, ToolResultEvent } from '@toolwright/contract';
import { isHandoff } from '../../delegation/handoff-tools.js';
import type { CallAnswer } from '../../policies/verdict.js';
import { failure } from '../../protocols/format-outcome.js';
import type { RequestedCall } from '../../protocols/tool-call-protocol.js';
import type { RunState } from '../../state/run-state.js';
import type { CheckedCall } from './checked-calls.js';

type CallEnd = Pick<ToolCallRecord, 'outcome' | 'durationMs'> & {
  readonly repeated: true | undefined;
  readonly byRun: true | undefined;
};

/** Creates the record of a completed call, and the event that reports it. */
export function recordCall(
  { id: callId, name, calledAs, parentCallId, text, early, denied }: RequestedCall,
  { outcome, durationMs, repeated, byRun }: CallEnd,
): { readonly record: ToolCallRecord; readonly event: ToolResultEvent } {
  const event: ToolResultEvent = { type: 'tool-result', callId, name, outcome, durationMs };
  // Most calls have no flags, and V8 turns objects created by spreads into slow dictionaries.
  if ((calledAs ?? parentCallId ?? repeated ?? early ?? denied ?? byRun) === undefined)
    return { record: { callId, name, arguments: text, outcome, durationMs }, event };
  const marks = {
    ...(parentCallId && { parentCallId }),
    ...(repeated && { repeated }),
    ...(early && { early }),
    ...(denied && { denied }),
  };
  const head = calledAs === undefined ? { callId, name } : { callId, name, calledAs };
  return {
    record: { ...head, arguments: text, outcome, durationMs, ...marks, ...(byRun && { byRun }) },
    event: { ...event, ...marks },
  };
}

/** Returns the outcome of a call that the end of the run leaves unfinished. */
export function unfinishedOutcome({ timeIsUp, stop, failure: failed }: RunState): ToolOutcome {
  const broken = failed === undefined ? 'The run was aborted' : 'The run failed';
  const ended = stop === undefined ? broken : `The run was ended by '${stop.by}'`;
  const reason = timeIsUp ? 'The time limit of the run was reached' : ended;
  return failure(`${reason} before this call was finished.`);
}

/** Whether the run itself wrote the outcome: the call was refused, the tool does not exist, or the conversation was handed over. */
export function isByRun({ call, tool, asked }: CheckedCall, { error }: ToolOutcome): boolean {
  if (call.problem !== undefined || asked?.refused) return true;
  return error === null ? tool !== undefined && isHandoff(tool) : tool === undefined;
}

/** Returns the outcome without the flag `repeated`, which belongs to the call. */
export function withoutMark({ repeated: _, ...outcome }: CallAnswer): ToolOutcome {
  return outcome;
}
