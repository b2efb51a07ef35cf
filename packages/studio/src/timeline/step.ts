import type {
  AgentEvent,
  AssistantMessage,
  FinishReason,
  JsonValue,
  PendingCall,
  RunInfo,
  RunResult,
  ToolOutcome,
  Usage,
} from '@toolwright/contract';
import type { ErrorReport } from '@toolwright/logger';
import type {
  PlaygroundNote,
  RunInterrupted,
  ToolLog,
  WireReply,
  WireRequest,
} from '../protocol/studio-event.js';

/** A step of a run. Steps are mutable and grow as their events arrive. */
export type Step = StartStep | ModelStep | ToolStep | MarkStep | ApprovalStep | EndStep;

interface StepBase {
  /** The sequence number of the first entry. Used in URLs. */
  readonly id: number;
  readonly run: RunInfo;
  readonly startedAt: number;
  /** Undefined while the step is in progress. */
  endedAt?: number;
  /** Set if the times are implausible because the clock was changed during the step. */
  isMistimed?: true;
  /** Set if a replay or branch repeats the step from the record of another run. */
  replayed?: true;
}

export interface StartStep extends StepBase {
  readonly kind: 'start';
  readonly event: Extract<AgentEvent, { type: 'run-start' }>;
}

/** A request to the model with its retries and its reply. */
export interface ModelStep extends StepBase {
  readonly kind: 'model';
  readonly iteration?: number;
  readonly messages?: number;
  readonly text: string[];
  readonly reasoning: string[];
  readonly exchanges: Exchange[];
  readonly retries: (Extract<AgentEvent, { type: 'retry' }> & { readonly at: number })[];
  message?: AssistantMessage;
  /** The time at which the message arrived. The wire may close later, and a request without a reply ends when the next one starts. */
  repliedAt?: number;
  finishReason?: FinishReason;
  rawFinishReason?: string;
  usage?: Usage;
  answeredBy?: string;
}

export interface Exchange {
  readonly request: WireRequest;
  readonly at: number;
  reply?: WireReply;
}

export interface ToolStep extends StepBase {
  readonly kind: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  /** The tags of the tool. */
  readonly tags?: readonly string[];
  /** The recorded call whose tool made this one, such as a program. */
  readonly parent?: ToolStep;
  /** The calls that the tool made in this run, in order. */
  readonly inner: ToolStep[];
  byProvider?: true;
  readonly logs: (ToolLog & { readonly at: number })[];
  readonly progress: { readonly at: number; readonly value: JsonValue }[];
  outcome?: ToolOutcome;
  thrown?: ErrorReport;
  durationMs?: number;
  repeated?: true;
  early?: true;
  denied?: true;
}

/** A notable event, such as a retry, a warning, an interruption, a policy decision or a handoff. */
export interface MarkStep extends StepBase {
  readonly kind: 'mark';
  readonly mark: MarkEvent['type'];
  readonly event: MarkEvent;
  readonly thrown?: ErrorReport;
}

/** The events that are shown as marks. */
export type MarkEvent =
  | RunInterrupted
  | PlaygroundNote
  | Extract<
      AgentEvent,
      { type: 'retry' | 'warning' | 'policy' | 'handoff' | 'fallback' | 'parse-error' | 'history-compact' }
    >;

/** Calls that are waiting for a person until the run resumes. */
export interface ApprovalStep extends StepBase {
  readonly kind: 'approval';
  readonly calls: readonly PendingCall[];
}

export interface EndStep extends StepBase {
  readonly kind: 'end';
  readonly result: RunResult;
  readonly thrown?: ErrorReport;
}
