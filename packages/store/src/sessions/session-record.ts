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

/** One event of a session, as plain JSON. Records are never changed. */
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
  /** Whether the model streams its replies in this run, also after it was resumed. */
  readonly streaming: boolean;
}

/** One reply of the model: what came in one piece, or the deltas of a stream, pieces of text joined. */
export interface ModelReplyRecord {
  readonly type: 'model-reply';
  readonly runId: string;
  readonly reply: LLMResponse | { readonly deltas: readonly LLMDelta[] };
  /** The tools that it may call, as far as earlier replies of the run have not named the same. */
  readonly tools?: HeldTools;
}

/** Written before a tool is called; without an outcome, whether it took effect is not known. */
export interface ToolStartRecord {
  readonly type: 'tool-start';
  readonly runId: string;
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** JSON, or the model's text if that is not JSON. */
  readonly arguments: string;
  /** The tool is `idempotent` or `readOnly`: calling it again does no harm. */
  readonly repeatable: boolean;
  /** Which process makes the call; absent if it is repeatable. */
  readonly by?: ProcessIdentity;
}

export interface ToolOutcomeRecord {
  readonly type: 'tool-outcome';
  readonly runId: string;
  readonly callId: string;
  readonly outcome: ToolOutcome;
  /** The state that the calls of the run share, as far as it is JSON; absent if it is empty. */
  readonly state?: Readonly<Record<string, JsonValue>>;
}

export interface RunPauseRecord {
  readonly type: 'run-pause';
  readonly runId: string;
  readonly paused: PausedRun;
}

/** Decisions of a person about calls that need approval or were interrupted. */
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
  /** The same; also absent if there were none. */
  readonly warnings?: readonly string[];
  /** The messages that the run has added. */
  readonly messages: readonly Message[];
  /** Which of `messages` belong to the step before them, by their places: see `afterTools`. */
  readonly asides?: readonly number[];
  readonly observations: readonly Observation[];
  /** What is left of the conversation after the run, if it was shortened. */
  readonly history?: readonly Message[];
  /** The same as `asides`, of `history`. */
  readonly historyAsides?: readonly number[];
}

/** A record with its position in the session. */
export interface StoredRecord {
  /** Counts from 1 within the session. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly record: SessionRecord;
}
