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
  /** The decision of a person about the interrupted call. */
  readonly decision?: ApprovalDecision;
}

/** The recorded part of a run that has not ended. */
export interface OpenRun {
  readonly start: RunStartRecord;
  /** The last pause and the decisions that followed it. `replies` are those after the pause. */
  readonly resumed?: { readonly paused: PausedRun; readonly decisions: ApprovalDecisions };
  /** How many times the run was resumed after a pause. */
  readonly pauses: number;
  readonly replies: readonly RecordedReply[];
  /** The tools that the replies may call, as they were at the time. */
  readonly tools?: HeldTools;
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Set while the run waits for approvals. */
  readonly paused?: PausedRun;
}

export function openRun(start: RunStartRecord): OpenRun {
  return { start, pauses: 0, replies: [], calls: new Map() };
}

/** The run with one more record. */
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
 * The calls that began without a recorded outcome, except those that are safe to repeat or already decided.
 * @param tools The current tools: a call is repeated only if they allow it, too.
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

/** Whether repeating a call of the tool is safe; undefined without a tool. */
export function isRepeatable(tool: ToolSpec | undefined): boolean | undefined {
  return tool && (tool.annotations.readOnly === true || tool.annotations.idempotent === true);
}

/** Applies decisions. After a pause, the run continues from there; otherwise they are about interrupted calls. */
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
