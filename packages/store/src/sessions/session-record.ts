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

/** One reply of the model: a complete response, or the deltas of a stream with consecutive texts joined. */
export interface ModelReplyRecord {
  readonly type: 'model-reply';
  readonly runId: string;
  readonly reply: LLMResponse | { readonly deltas: readonly LLMDelta[] };
  /** The tools that the reply may call, except those already recorded with an earlier reply of the run. */
  readonly tools?: HeldTools;
}

/** Written before a tool is called. Without a later outcome, it is unknown whether the call took effect. */
export interface ToolStartRecord {
  readonly type: 'tool-start';
  readonly runId: string;
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** JSON, or the model's text if that is not JSON. */
  readonly arguments: string;
  /** Whether the tool is `idempotent` or `readOnly`, so that the call is safe to repeat. */
  readonly repeatable: boolean;
  /** The process that makes the call; absent if the call is repeatable. */
  readonly by?: ProcessIdentity;
}

export interface ToolOutcomeRecord {
  readonly type: 'tool-outcome';
  readonly runId: string;
  readonly callId: string;
  readonly outcome: ToolOutcome;
  /** The shared state of the run after the call, without values that are not JSON; absent if empty. */
  readonly state?: Readonly<Record<string, JsonValue>>;
}

export interface RunPauseRecord {
  readonly type: 'run-pause';
  readonly runId: string;
  readonly paused: PausedRun;
}

/** A person's decisions about calls that need approval or were interrupted. */
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
  /** See `RunResult`; absent in sessions of earlier versions. */
  readonly finishReason?: string;
  /** See `RunResult`; absent without warnings and in sessions of earlier versions. */
  readonly warnings?: readonly string[];
  /** The messages that the run has added. */
  readonly messages: readonly Message[];
  /** The indexes of the `messages` that belong to the preceding step: see `afterTools`. */
  readonly asides?: readonly number[];
  readonly observations: readonly Observation[];
  /** The remaining conversation after the run, if it was shortened. */
  readonly history?: readonly Message[];
  /** Like `asides`, with indexes into `history`. */
  readonly historyAsides?: readonly number[];
}

/** A record with its position in the session. */
export interface StoredRecord {
  /** The position within the session, from 1. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly record: SessionRecord;
}
