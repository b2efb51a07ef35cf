import type { JsonValue, LLMResponse, ToolExecution, ToolOutcome } from '@toolwright/contract';
import type { ApprovalDecision } from '@toolwright/core';
import type { ModelReplyRecord, ToolStartRecord } from '../sessions/session-record.js';

export type RecordedReply = ModelReplyRecord['reply'];

/** A call that is about to begin. */
export type StartedCall = Pick<ToolStartRecord, 'callId' | 'name' | 'calledAs' | 'arguments' | 'repeatable'>;

export interface CallOutcome {
  readonly outcome: ToolOutcome;
  /** The shared state of the run after this call. */
  readonly state?: Readonly<Record<string, JsonValue>> | undefined;
}

/** The records of a call. */
export interface KnownCall extends Partial<CallOutcome> {
  readonly start?: Pick<ToolStartRecord, 'by'>;
  /** Whether the call may still be running; set by recorders that do not record the process of a call. */
  readonly mayStillRun?: boolean;
  /** The decision of a person about the interrupted call. */
  readonly decision?: ApprovalDecision;
}

/** Where the steps of a run are recorded: the journal of a session, or the workflow of a durable agent. */
export interface StepRecorder {
  /** Whether the model streams its replies in this run. */
  readonly streaming: boolean;
  /** The recorded reply to the next request; undefined if the model must be asked. */
  nextReply(): RecordedReply | undefined;
  addReply(reply: RecordedReply): Promise<void>;
  /** Asks the model and records its reply. */
  recordReply(ask: () => Promise<LLMResponse>): Promise<LLMResponse>;
  /** @throws ToolwrightError `STALE_RUN` if the recorded call has other arguments */
  findCall(call: StartedCall): KnownCall | undefined;
  /**
   * Checks a call without an outcome against the tools at the time it was recorded.
   * @throws ToolwrightError `STALE_RUN` if the current tools do not accept the call as those did
   */
  checkTool(call: StartedCall, args: unknown): Promise<void>;
  addOutcome(callId: string, result: CallOutcome): Promise<void>;
  /** Executes a call and records its outcome. */
  recordCall(
    call: StartedCall,
    execution: ToolExecution,
    execute: () => Promise<ToolOutcome>,
  ): Promise<ToolOutcome>;
}
