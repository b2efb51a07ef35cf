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

/** A call that was begun. */
export interface RecordedCall {
  readonly start: ToolStartRecord;
  readonly outcome?: ToolOutcome;
  readonly state?: ToolOutcomeRecord['state'];
  /** Of a person, after the call was interrupted. */
  readonly decision?: ApprovalDecision;
}

/** A run that has not ended, as far as it is on record. */
export interface OpenRun {
  readonly start: RunStartRecord;
  /** Where it was paused last, with the decisions that followed; the replies come after that. */
  readonly resumed?: { readonly paused: PausedRun; readonly decisions: ApprovalDecisions };
  /** How many times it was resumed after a pause. */
  readonly pauses: number;
  readonly replies: readonly RecordedReply[];
  /** The tools that they may call, as they were. */
  readonly tools?: HeldTools;
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Set while it waits for approvals. */
  readonly paused?: PausedRun;
}

export function openRun(start: RunStartRecord): OpenRun {
  return { start, pauses: 0, replies: [], calls: new Map() };
}

/** The run after one more record of it. */
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
 * The calls that were begun and whose effect is not known, unless repeating them does no harm or somebody has decided.
 * @param tools The present ones: a call is repeated only if these allow it, too.
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

/** Whether calling a tool again does no harm; undefined if there is none. */
export function isRepeatable(tool: ToolSpec | undefined): boolean | undefined {
  return tool && (tool.annotations.readOnly === true || tool.annotations.idempotent === true);
}

/** Decisions about a pause begin the run anew from there; others are about interrupted calls. */
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
