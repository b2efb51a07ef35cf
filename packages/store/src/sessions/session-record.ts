import type {
  JsonValue,
  LLMDelta,
  LLMResponse,
  Message,
  PausedRun,
  RunStatus,
  ToolOutcome,
} from '@toolwright/contract';
import type { ApprovalDecisions, HeldTools, Observation, RunInput } from '@toolwright/core';
import type { ProcessIdentity } from '../leases/process-identity.js';

/** One event of a session, as plain JSON. Immutable. */
export type SessionRecord =
  | RunStartRecord
  | ModelReplyRecord
  | ToolStartRecord
  | ToolOutcomeRecord
  | RunPauseRecord
  | RunResumeRecord
  | RunEndRecord;

export interface RunStartRecord {
  readonly type: 'run-start';
  readonly runId: string;
  readonly input: RunInput;
  /** Whether the model streams its replies in this run, including after a resume. */
  readonly streaming: boolean;
}

/** One reply from the model: a complete response, or the deltas of a stream with consecutive text deltas joined. */
export interface ModelReplyRecord {
  readonly type: 'model-reply';
  readonly runId: string;
  readonly reply: LLMResponse | { readonly deltas: readonly LLMDelta[] };
  /** The tools that the reply may call, except those already recorded with an earlier reply of the same run. */
  readonly tools?: HeldTools;
}

/** Written before a tool is called. If no outcome follows, it is unknown whether the call took effect. */
export interface ToolStartRecord {
  readonly type: 'tool-start';
  readonly runId: string;
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** JSON, or the model's original text if it is not JSON. */
  readonly arguments: string;
  /** Whether the tool is `idempotent` or `readOnly`, so that the call is safe to repeat. */
  readonly repeatable: boolean;
  /** The process that makes the call; absent if the call is safe to repeat. */
  readonly by?: ProcessIdentity;
}

export interface ToolOutcomeRecord {
  readonly type: 'tool-outcome';
  readonly runId: string;
  readonly callId: string;
  readonly outcome: ToolOutcome;
  /** The run's shared state after the call, without values that JSON cannot represent; absent if empty. */
  readonly state?: Readonly<Record<string, JsonValue>>;
}

export interface RunPauseRecord {
  readonly type: 'run-pause';
  readonly runId: string;
  readonly paused: PausedRun;
}

/** A person's decisions on calls that need approval or were interrupted. */
export interface RunResumeRecord {
  readonly type: 'run-resume';
  readonly runId: string;
  readonly decisions: ApprovalDecisions;
}

export interface RunEndRecord {
  readonly type: 'run-end';
  readonly runId: string;
  readonly status: RunStatus;
  readonly finalResponse: string;
  readonly errors: readonly string[];
  /** See `RunResult`; absent in sessions recorded by earlier versions. */
  readonly finishReason?: string;
  /** See `RunResult`; absent if there were no warnings, and in sessions recorded by earlier versions. */
  readonly warnings?: readonly string[];
  /** The messages that the run added. */
  readonly messages: readonly Message[];
  /** The indexes of those `messages` that belong to the preceding step; see `afterTools`. */
  readonly asides?: readonly number[];
  readonly observations: readonly Observation[];
  /** The conversation that remained after the run, if it was shortened. */
  readonly history?: readonly Message[];
  /** Like `asides`, with indexes into `history`. */
  readonly historyAsides?: readonly number[];
}

/** A record with its position in the session. */
export interface StoredRecord {
  /** The position within the session, starting at 1. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly record: SessionRecord;
}
