import type { Dataset } from '../dataset/dataset.js';
import type { CaseFor, EvalAgent } from './eval-case.js';
import type { AnyScorer } from './scorer.js';

/** What an agent is created for. */
export interface AttemptStart {
  readonly caseId: string;
  /** From 1. */
  readonly repetition: number;
  /** The id of the case and the repetition: a stable seed or session id. */
  readonly key: string;
}

/** Limits of all attempts and judges together. What was not run is reported as skipped. */
export interface EvalBudget {
  /** Input and output tokens. */
  readonly tokens?: number | undefined;
  /** In the unit of the agent's `price`. Ends the eval if a cost is unknown. */
  readonly cost?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** The settings of an eval. */
export interface EvalSettings {
  readonly name: string;
  /** Change it to run everything again although nothing that the cache sees has changed, such as the code of tools. */
  readonly version?: string | undefined;
  /** Runs of each case. Default: 1. */
  readonly repetitions?: number | undefined;
  /** Attempts to run at once. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Retries after failures of the provider. Default: 2. */
  readonly retries?: number | undefined;
  /** The longest time of an attempt. Default: 300,000. */
  readonly timeoutMs?: number | undefined;
  /** The longest time of a scorer. Default: 60,000. */
  readonly scorerTimeoutMs?: number | undefined;
  readonly budget?: EvalBudget | undefined;
  /** What makes two agents the same for the cache. Default: the first request of an `Agent`; without one, nothing is cached. */
  readonly fingerprint?: string | undefined;
}

/** The definition of an eval. */
export interface EvalDefinition<A extends EvalAgent, Expected> extends EvalSettings {
  /** Creates a new agent for each attempt. */
  readonly agent: (attempt: AttemptStart) => A | PromiseLike<A>;
  readonly cases: readonly CaseFor<A, Expected>[] | Dataset<CaseFor<A, Expected>>;
  readonly scorers?: readonly AnyScorer<Expected>[] | undefined;
}

/** An eval: the default export of a `*.eval.ts`. */
export interface Eval extends EvalSettings {
  readonly kind: 'toolwright-eval';
  readonly agent: (attempt: AttemptStart) => EvalAgent | PromiseLike<EvalAgent>;
  readonly cases: readonly unknown[] | Dataset;
  readonly scorers: readonly AnyScorer<never>[];
}
