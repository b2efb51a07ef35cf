import type {
  ContentPart,
  FinishReason,
  JsonValue,
  LimitName,
  PendingCall,
  ToolOutcome,
  Usage,
} from '@toolwright/contract';
import type { ShownStatus, WireReply, WireRequest } from '../protocol/studio-event.js';

/** A run as a tree: its steps in order, with the runs started by its tools. Times are in milliseconds since 1970. */
export interface TimelineRun {
  readonly runId: string;
  readonly agent: string;
  readonly model?: string;
  readonly parentCallId?: string;
  readonly input: string | readonly ContentPart[];
  /** The status. A run with no recorded end is `running`, or `interrupted` if an interruption was recorded. */
  readonly status: ShownStatus;
  readonly startedAt: number;
  /** Absent while the run is in progress. */
  readonly endedAt?: number;
  /** Absent while the run is in progress, and if the clock was set back during the run. */
  readonly durationMs?: number;
  readonly steps: readonly TimelineStep[];
  /** Sub-agent runs whose call was not recorded. */
  readonly otherRuns: readonly TimelineRun[];
  readonly answer?: string;
  readonly errors: readonly string[];
  readonly limit?: LimitName;
  readonly usage?: Usage;
  readonly cost?: number;
}

/** A step of a run. */
export type TimelineStep = ModelStep | ToolStep | NoteStep;

/** A request to the model and its reply. */
export interface ModelStep {
  readonly kind: 'model';
  /** The number of the request within the run, starting at 1. */
  readonly iteration: number;
  readonly sequence: number;
  readonly startedAt: number;
  /** Absent if there is no complete reply. */
  readonly endedAt?: number;
  /** Absent if there is no end, or if the times are implausible because the clock was changed during the request. */
  readonly durationMs?: number;
  /** The number of messages in the request. */
  readonly messages: number;
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason?: FinishReason;
  readonly usage?: Usage;
  readonly retries: readonly { readonly at: number; readonly reason: string; readonly delayMs: number }[];
  readonly exchanges: readonly TimelineExchange[];
}

/** The request and reply on the wire for one attempt. */
export interface TimelineExchange {
  readonly request: WireRequest;
  readonly reply?: WireReply;
}

/** A tool call. */
export interface ToolStep {
  readonly kind: 'tool';
  readonly callId: string;
  /** The call whose tool made this one, such as a program. */
  readonly parentCallId?: string;
  readonly name: string;
  readonly sequence: number;
  readonly arguments: string;
  readonly startedAt: number;
  /** Absent while the call is in progress. */
  readonly endedAt?: number;
  readonly durationMs?: number;
  readonly outcome?: ToolOutcome;
  readonly progress: readonly { readonly at: number; readonly value: JsonValue }[];
  /** The logs that the tool wrote with `context.log`. */
  readonly logs: readonly { readonly at: number; readonly message: string; readonly data?: JsonValue }[];
  /** The runs that the tool started. */
  readonly runs: readonly TimelineRun[];
  /** The calls that the tool made in this run, in order. They are no steps of the run. */
  readonly calls: readonly ToolStep[];
  readonly repeated?: true;
  readonly early?: true;
  readonly denied?: true;
  readonly byProvider?: true;
}

/** A note about another event. */
export interface NoteStep {
  readonly kind: 'note';
  readonly sequence: number;
  readonly startedAt: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The calls that are waiting for a decision. */
  readonly pending?: readonly PendingCall[];
}
