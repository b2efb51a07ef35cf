import type { JsonValue, LLMResponse, ToolExecution, ToolOutcome } from '@toolwright/contract';
import type { ApprovalDecision } from '@toolwright/core';
import type { ModelReplyRecord, ToolStartRecord } from '../sessions/session-record.js';

export type RecordedReply = ModelReplyRecord['reply'];

/** A call that is about to begin. */
export type StartedCall = Pick<ToolStartRecord, 'callId' | 'name' | 'calledAs' | 'arguments' | 'repeatable'>;

export interface CallOutcome {
  readonly outcome: ToolOutcome;
  /** The state that the calls of the run share after this one. */
  readonly state?: Readonly<Record<string, JsonValue>> | undefined;
}

/** The records of a call. */
export interface KnownCall extends Partial<CallOutcome> {
  readonly start?: Pick<ToolStartRecord, 'by'>;
  /** Whether it may still be running, if the recorder knows that rather than who began it. */
  readonly mayStillRun?: boolean;
  /** A person's decision, after the call was interrupted. */
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
   * Judges a call that has no outcome yet by the tools under which it was recorded.
   * @throws ToolwrightError `STALE_RUN` if the present tools do not take it as those did
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
