import type { JsonValue, LLMResponse, ToolExecution, ToolOutcome } from '@toolwright/contract';
import type { ApprovalDecision } from '@toolwright/core';
import type { ModelReplyRecord, ToolStartRecord } from '../sessions/session-record.js';

export type RecordedReply = ModelReplyRecord['reply'];

/** A call that is about to start. */
export type StartedCall = Pick<ToolStartRecord, 'callId' | 'name' | 'calledAs' | 'arguments' | 'repeatable'>;

export interface CallOutcome {
  readonly outcome: ToolOutcome;
  /** The run's shared state after this call. */
  readonly state?: Readonly<Record<string, JsonValue>> | undefined;
}

/** The recorded facts about a call. */
export interface KnownCall extends Partial<CallOutcome> {
  readonly start?: Pick<ToolStartRecord, 'by'>;
  /** Whether the call may still be running. Set by recorders that do not record a call's process. */
  readonly mayStillRun?: boolean;
  /** A person's decision on the interrupted call. */
  readonly decision?: ApprovalDecision;
}

/** Records the steps of a run: in a session's journal, or in a durable agent's workflow. */
export interface StepRecorder {
  /** Whether the model streams its replies in this run. */
  readonly streaming: boolean;
  /** Returns the recorded reply to the next request; undefined if the model must be asked. */
  nextReply(): RecordedReply | undefined;
  addReply(reply: RecordedReply): Promise<void>;
  /** Asks the model and records its reply. */
  recordReply(ask: () => Promise<LLMResponse>): Promise<LLMResponse>;
  /** Finds the records of a call. @throws ToolwrightError `STALE_RUN` if the recorded call has different arguments */
  findCall(call: StartedCall): KnownCall | undefined;
  /**
   * Checks a call without an outcome against the tools as they were when it was recorded.
   * @throws ToolwrightError `STALE_RUN` if the current tools do not accept the call as the recorded tools did
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
