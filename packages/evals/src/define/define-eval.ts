import { checkOptions, isRecord, optionsOf, ToolwrightError } from '@toolwright/contract';
import type { Dataset } from '../dataset/dataset.js';
import { isScorer } from '../scorers/name-scorers.js';
import type { CaseFor, EvalAgent } from './eval-case.js';
import type { WrappedTools } from './override-source.js';
import type { AnyScorer } from './scorer.js';

/** What an agent is created for. */
export interface AttemptStart {
  readonly caseId: string;
  /** From 1. */
  readonly repetition: number;
  /** The id of the case and the repetition: a stable seed or session id. */
  readonly key: string;
  /**
   * Wraps the tools of the agent, so that an attack can plant its text in what they return, and `--mutate` can change what the model reads of
   * them. Returns the same tools if there is nothing to change.
   */
  readonly tools: <Tools extends WrappedTools>(source: Tools) => Tools;
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

const OPTIONS = optionsOf<EvalDefinition<EvalAgent, unknown>>()({
  'a string': 'name version fingerprint',
  'a number': 'repetitions concurrency retries timeoutMs scorerTimeoutMs',
  'a function': 'agent',
  'a list': 'scorers',
  'an object': 'budget',
  anything: 'cases',
});
const BUDGET = optionsOf<EvalBudget>()({ 'a number': 'tokens cost durationMs' });
/** The least value of each number. All but these are whole numbers. */
const LEAST = { repetitions: 1, concurrency: 1, retries: 0, timeoutMs: 1, scorerTimeoutMs: 1 } as const;

/**
 * Defines an eval. Export it as the default of a `*.eval.ts`, and run it with `toolwright eval`.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function defineEval<A extends EvalAgent, Expected = unknown>(
  definition: EvalDefinition<A, Expected>,
): Eval {
  checkOptions(definition, OPTIONS, 'defineEval');
  const { name, agent, cases, budget, scorers = [] } = definition;
  // Plain JavaScript may leave them out.
  if (typeof name !== 'string' || name.trim() === '') throw invalid("An eval needs a 'name'.");
  if (typeof agent !== 'function')
    throw invalid(`The eval '${name}' needs an 'agent': a function that creates one.`);
  if (!Array.isArray(cases) && !isDataset(cases))
    throw invalid(`The 'cases' of the eval '${name}' must be a list or a dataset('file').`);
  const wrong = scorers.findIndex((scorer) => !isScorer(scorer));
  if (wrong !== -1) throw invalid(`Scorer ${wrong + 1} of the eval '${name}' is not a scorer.`);
  for (const [option, least] of Object.entries(LEAST)) checkNumber(definition, option, least);
  if (budget !== undefined) {
    checkOptions(budget, BUDGET, 'budget');
    for (const [limit, value] of Object.entries(budget))
      if (value !== undefined && !(value >= 0))
        throw invalid(`The budget's '${limit}' is ${value}, but must be at least 0.`);
  }
  return { ...definition, kind: 'toolwright-eval', cases, scorers };
}

/** Whether a value is an eval, perhaps of another copy of this package. */
export function isEval(value: unknown): value is Eval {
  return isRecord(value) && value.kind === 'toolwright-eval';
}

export function isDataset(value: unknown): value is Dataset {
  return isRecord(value) && value.kind === 'toolwright-dataset';
}

function checkNumber(definition: object, option: string, least: number): void {
  const value: unknown = Reflect.get(definition, option);
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least)) return;
  throw invalid(`'${option}' is ${String(value)}, but must be a whole number of at least ${least}.`);
}

function invalid(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, {
    blame: 'developer',
    hint: 'See `defineEval({ name, agent, cases, scorers })` in docs/evals.md.',
  });
}
