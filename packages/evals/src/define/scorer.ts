import type { AgentEvent, JsonValue, RunInfo, RunResult, Usage } from '@toolwright/contract';
import type { CaseData } from './case-data.js';

/** An event, and the run that it belongs to: the attempt's own, or one that its tools started. */
export interface RunEvent {
  readonly event: AgentEvent;
  readonly run: RunInfo;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

/** One run of a case. */
export interface Attempt<Expected = unknown> {
  // Scorers read any input and context.
  readonly case: CaseData<unknown, unknown, Expected>;
  /** The number of the repetition, from 1. */
  readonly repetition: number;
  readonly result: RunResult;
  /** All events, including those of sub-agents. */
  readonly events: readonly RunEvent[];
  readonly durationMs: number;
  readonly usage: Usage;
  /** Absent if the cost is unknown. */
  readonly cost?: number;
}

/** The judgement of a scorer. */
export interface Score {
  /** From 0 to 1. */
  readonly score: number;
  readonly passed: boolean;
  readonly reason?: string;
  readonly detail?: JsonValue;
}

/** What a scorer receives in addition to the attempt. */
export interface ScoreOptions {
  /** Aborted when the time of the scorer is up, or the eval is interrupted. */
  readonly signal: AbortSignal;
  /** Counts what the scorer itself spent towards the budget of the eval. */
  readonly onUsage: (usage: Usage, cost: number | undefined) => void;
}

/** A number is a score that passes at 1; `true` and `false` are 1 and 0. */
export type GivenScore = Score | number | boolean;

/** Scores an attempt. If it throws, the score is missing and the report says why; it never becomes a 0. */
export type ScoreFunction<Expected = unknown> = (
  attempt: Attempt<Expected>,
  options: ScoreOptions,
) => GivenScore | PromiseLike<GivenScore>;

/** A scorer with a name. */
export interface Scorer<Expected = unknown> {
  readonly name: string;
  /** Change it with the meaning of the scores: it invalidates cached scores and baselines. Default: the source text of `score`. */
  readonly version?: string | undefined;
  readonly score: ScoreFunction<Expected>;
  /** Texts that no record and no report may contain, such as canaries. */
  readonly secrets?: readonly string[] | undefined;
  /** Runs once before the first attempt, such as the calibration of a judge. What it throws makes all its scores missing. */
  prepare?(options: PrepareOptions): Promise<Calibration | undefined>;
}

export interface PrepareOptions extends ScoreOptions {
  /** A calibration of an earlier run with the same version. */
  readonly known: Calibration | undefined;
}

/** How far a judge agrees with labelled examples. */
export interface Calibration {
  readonly examples: number;
  /** The share of examples on which judge and label agree. */
  readonly agreement: number;
  /** Cohen's kappa: the agreement beyond chance; 1 is perfect, 0 is chance. */
  readonly kappa: number;
  readonly calibrated: boolean;
  /** Why the judge is not used; its scores are missing then. */
  readonly refused?: string;
  /** The examples on which they differ: their index and what the judge said. */
  readonly disagreements: readonly string[];
}

/** A scorer, or a function that is one. Its name is the function's. */
export type AnyScorer<Expected = unknown> = Scorer<Expected> | ScoreFunction<Expected>;
