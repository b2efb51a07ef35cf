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

/** A run as a tree: what it did, in order, with the runs that its tools started. Times are milliseconds since 1970. */
export interface TimelineRun {
  readonly runId: string;
  readonly agent: string;
  readonly model?: string;
  readonly parentCallId?: string;
  readonly input: string | readonly ContentPart[];
  /** A run without an end is `running`, or `interrupted` where it is on record why. */
  readonly status: ShownStatus;
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly endedAt?: number;
  /** Absent while it runs, and if its clock was set back meanwhile. */
  readonly durationMs?: number;
  readonly steps: readonly TimelineStep[];
  /** Runs of sub-agents whose call is not on record. */
  readonly otherRuns: readonly TimelineRun[];
  readonly answer?: string;
  readonly errors: readonly string[];
  readonly limit?: LimitName;
  readonly usage?: Usage;
  readonly cost?: number;
}

/** What a run does. */
export type TimelineStep = ModelStep | ToolStep | NoteStep;

/** A request to the model, with its reply. */
export interface ModelStep {
  readonly kind: 'model';
  /** Counts the requests of the run from 1. */
  readonly iteration: number;
  readonly sequence: number;
  readonly startedAt: number;
  /** Absent while the model writes, or if no reply came. */
  readonly endedAt?: number;
  /** Absent without an end, and if the times do not lie within the run: its clock was set meanwhile. */
  readonly durationMs?: number;
  /** How many messages the request had. */
  readonly messages: number;
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason?: FinishReason;
  readonly usage?: Usage;
  readonly retries: readonly { readonly at: number; readonly reason: string; readonly delayMs: number }[];
  readonly exchanges: readonly TimelineExchange[];
}

/** What went over the wire for a request; one per try. */
export interface TimelineExchange {
  readonly request: WireRequest;
  readonly reply?: WireReply;
}

/** A call of a tool. */
export interface ToolStep {
  readonly kind: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly sequence: number;
  readonly arguments: string;
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly endedAt?: number;
  readonly durationMs?: number;
  readonly outcome?: ToolOutcome;
  readonly progress: readonly { readonly at: number; readonly value: JsonValue }[];
  /** What it wrote with `context.log`. */
  readonly logs: readonly { readonly at: number; readonly message: string; readonly data?: JsonValue }[];
  /** What the tool started. */
  readonly runs: readonly TimelineRun[];
  readonly repeated?: true;
  readonly early?: true;
  readonly denied?: true;
  readonly byProvider?: true;
}

/** Something else that is worth a line. */
export interface NoteStep {
  readonly kind: 'note';
  readonly sequence: number;
  readonly startedAt: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The calls that the run waits for a decision about. */
  readonly pending?: readonly PendingCall[];
}
