import type { Usage } from '@toolwright/contract';
import type { Comparison } from '../compare/comparison.js';
import type { Calibration } from '../define/scorer.js';
import type { RecordedScore } from '../records/eval-record.js';

/** The report of an eval: `report.json`. */
export interface EvalReport {
  readonly version: 1;
  readonly eval: string;
  /** The digest of cases, scorers and agent. */
  readonly digest: string;
  readonly startedAt: string;
  readonly model?: string;
  readonly repetitions: number;
  readonly totals: EvalTotals;
  /** The chance that at least one of k attempts at a case passes, averaged over the cases with k attempts. */
  readonly passAtK: readonly { readonly k: number; readonly value: number; readonly cases: number }[];
  readonly scorers: readonly ScorerSummary[];
  readonly tags: readonly TagSummary[];
  readonly cases: readonly CaseReport[];
  /** What could not be evaluated. Not empty: the exit code is 2. */
  readonly missing: readonly Missing[];
  /** What the reader should know, such as columns that no case uses. */
  readonly notes: readonly string[];
  readonly comparison?: Comparison;
}

export interface EvalTotals {
  readonly cases: number;
  /** Attempts that should have run. */
  readonly attempts: number;
  readonly passed: number;
  readonly failed: number;
  /** Attempts that passed so far, but a score is missing. */
  readonly unscored: number;
  readonly errors: number;
  readonly skipped: number;
  readonly cached: number;
  /** The share of passed attempts among passed and failed ones; null if there are none. */
  readonly passRate: number | null;
  readonly usage: Usage;
  /** Absent if the cost of any attempt is unknown. */
  readonly cost?: number;
  /** The sum of the durations of the attempts. */
  readonly durationMs: number;
}

export interface ScorerSummary {
  readonly name: string;
  readonly version: string;
  /** Null if there are no scores. */
  readonly mean: number | null;
  readonly passRate: number | null;
  readonly scores: number;
  /** Missing scores. */
  readonly errors: number;
  readonly calibration?: Calibration;
}

export interface TagSummary {
  readonly tag: string;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly passRate: number | null;
}

export interface CaseReport {
  readonly id: string;
  readonly digest: string;
  readonly tags: readonly string[];
  /** The input, cut. */
  readonly input: string;
  /** The share of passed attempts; null if there are none. */
  readonly passRate: number | null;
  /** The mean of each scorer. */
  readonly scores: Readonly<Record<string, number>>;
  readonly attempts: readonly AttemptReport[];
}

export interface AttemptReport {
  readonly repetition: number;
  readonly status: 'passed' | 'failed' | 'unscored' | 'error' | 'skipped';
  /** The run in `events.jsonl`. */
  readonly runId?: string;
  readonly scores: Readonly<Record<string, RecordedScore>>;
  readonly answer?: string;
  readonly error?: string;
  readonly cached?: true;
  readonly durationMs?: number;
  readonly tokens?: number;
  readonly cost?: number;
}

/** Something that should be in the report, and why it is not. */
export interface Missing {
  readonly kind: 'eval' | 'dataset' | 'case' | 'attempt' | 'score';
  /** The file of an eval, or the line of a dataset: `cases.jsonl:12`. */
  readonly place?: string;
  readonly caseId?: string;
  readonly repetition?: number;
  readonly scorer?: string;
  readonly reason: string;
}
