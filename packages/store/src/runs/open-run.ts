import {
  findTool,
  type PausedRun,
  type PendingCall,
  type ToolOutcome,
  type ToolSpec,
} from '@toolwright/contract';
import type { ApprovalDecision, ApprovalDecisions, HeldTools } from '@toolwright/core';
import { mayStillRun } from '../leases/process-identity.js';
import type {
  RunStartRecord,
  SessionRecord,
  ToolOutcomeRecord,
  ToolStartRecord,
} from '../sessions/session-record.js';
import type { RecordedReply } from './step-recorder.js';

export interface RecordedCall {
  readonly start: ToolStartRecord;
  readonly outcome?: ToolOutcome;
  readonly state?: ToolOutcomeRecord['state'];
  /** A person's decision on the interrupted call. */
  readonly decision?: ApprovalDecision;
}

/** The recorded part of a run that has not finished. */
export interface OpenRun {
  readonly start: RunStartRecord;
  /** The last pause and the decisions after it. `replies` contains only the replies after that pause. */
  readonly resumed?: { readonly paused: PausedRun; readonly decisions: ApprovalDecisions };
  /** The number of times the run was resumed after a pause. */
  readonly pauses: number;
  readonly replies: readonly RecordedReply[];
  /** The tools that the replies may call, as they were when the replies were recorded. */
  readonly tools?: HeldTools;
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Set while the run is waiting for approvals. */
  readonly paused?: PausedRun;
}

export function openRun(start: RunStartRecord): OpenRun {
  return { start, pauses: 0, replies: [], calls: new Map() };
}

/** Returns the run with one more record. */
export function advance(run: OpenRun, record: SessionRecord): OpenRun {
  switch (record.type) {
    case 'model-reply':
      return {
        ...run,
        replies: [...run.replies, record.reply],
        ...(record.tools && { tools: { ...run.tools, ...record.tools } }),
      };
    case 'tool-start':
      return withCall(run, record.callId, { start: record });
    case 'tool-outcome': {
      const call = run.calls.get(record.callId);
      const { outcome, state } = record;
      return call ? withCall(run, record.callId, { ...call, outcome, ...(state && { state }) }) : run;
    }
    case 'run-pause':
      return { ...run, paused: record.paused };
    case 'run-resume':
      return resume(run, record.decisions);
    default:
      return run;
  }
}

/**
 * Returns the calls that started and have no recorded outcome, except those that are safe to repeat or already decided.
 * @param tools The current tools. A call is repeated only if they also allow it.
 */
export function findInterrupted({ calls }: OpenRun, tools: readonly ToolSpec[] = []): PendingCall[] {
  return [...calls.values()]
    .filter(({ outcome, decision }) => outcome === undefined && !decision)
    .filter(({ start }) => !start.repeatable || isRepeatable(findTool(tools, start.name)) === false)
    .map(({ start: { callId, name, arguments: text, by } }) => ({
      callId,
      name,
      arguments: text,
      interrupted: true,
      ...(mayStillRun(by) && { mayStillRun: true }),
    }));
}

/** Whether calls to the tool are safe to repeat; undefined if there is no tool. */
export function isRepeatable(tool: ToolSpec | undefined): boolean | undefined {
  return tool && (tool.annotations.readOnly === true || tool.annotations.idempotent === true);
}

/** Applies decisions. A paused run continues from the pause; otherwise, the decisions apply to interrupted calls. */
function resume(run: OpenRun, decisions: ApprovalDecisions): OpenRun {
  if (run.paused !== undefined) {
    const { paused, ...rest } = run;
    return { ...rest, resumed: { paused, decisions }, pauses: run.pauses + 1, replies: [] };
  }
  const calls = new Map(run.calls);
  for (const [callId, decision] of Object.entries(decisions)) {
    const call = calls.get(callId);
    if (call !== undefined) calls.set(callId, { ...call, decision });
  }
  return { ...run, calls };
}

function withCall(run: OpenRun, callId: string, call: RecordedCall): OpenRun {
  return { ...run, calls: new Map(run.calls).set(callId, call) };
}
