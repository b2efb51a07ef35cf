import type { RunStatus, Usage } from '@toolwright/contract';
import type { Score } from '../define/scorer.js';

/** A score as it is recorded; `error` says why there is none. */
export type RecordedScore = Score | { readonly error: string };

/** A tool call as it is recorded; long texts are cut. */
export interface RecordedCall {
  readonly name: string;
  readonly arguments: string;
  readonly outcome: string;
  readonly failed?: true;
}

/** The run of an attempt as it is recorded. Its events are in `events.jsonl`, under its `runId`. */
export interface RecordedRun {
  readonly runId: string;
  readonly status: RunStatus;
  readonly finalResponse: string;
  readonly calls: readonly RecordedCall[];
  readonly usage: Usage;
  readonly cost?: number;
  readonly durationMs: number;
}

/** One line of `records.jsonl`: an attempt. */
export interface EvalRecord {
  readonly eval: string;
  readonly caseId: string;
  readonly repetition: number;
  /** The digest of the case, the agent and the scorers. */
  readonly key: string;
  /** `error`: the agent could not be run. `skipped`: not run, because the budget was spent or the eval was interrupted. */
  readonly status: 'scored' | 'error' | 'skipped';
  /** Absent if no run has ended. */
  readonly run?: RecordedRun;
  readonly scores: Readonly<Record<string, RecordedScore>>;
  /** Why there are no scores. */
  readonly error?: string;
  /** The failures of the provider before this run. */
  readonly retried?: readonly string[];
  /** Taken from an earlier run of the eval. */
  readonly cached?: true;
  /** What the scorers spent, such as judges. */
  readonly judging?: { readonly usage: Usage; readonly cost?: number };
}
