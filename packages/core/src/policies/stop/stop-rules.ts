import {
  describeValue,
  formatCount,
  formatDuration,
  type LimitName,
  type RunStatus,
  ToolwrightError,
} from '@toolwright/contract';
import { invokeCallback } from '../../base/callbacks.js';
import type { Limits } from '../../limits/budget.js';
import type { Ledger } from '../../limits/ledger.js';
import type { RunState, Stop } from '../../state/run-state.js';
import type { RunView } from '../policy.js';

/**
 * Decides after each step whether to end the run: returns true or a reason to end it. Use {@link stopRule} to set the name that
 * the result shows.
 */
export type StopRule = (state: RunView) => string | boolean | undefined;

interface LimitRule {
  /** @throws ToolwrightError `LIMIT_REACHED` if the provider does not report the counted value */
  readonly isReached: (state: Standing) => boolean;
  /** The option that sets the limit. */
  readonly option: keyof Limits;
  /** Whether the limit also prevents retries after an invalid answer. True for limits on what a run spends. */
  readonly limitsRetries: boolean;
  /** Continues the sentence "No answer …". */
  readonly describe: (value: number | undefined) => string;
}

/** The part of a run's state that limits depend on. */
export type Standing = Pick<RunState, 'iteration' | 'ledger' | 'limits' | 'timeIsUp'>;

/** The limits in order of precedence: the first limit that is reached is reported. The limits of enclosing runs also apply. */
export const STOP_RULES: Readonly<Record<LimitName, LimitRule>> = {
  time: {
    isReached: ({ timeIsUp }) => timeIsUp,
    option: 'timeMs',
    limitsRetries: false,
    describe: (value) => `within ${value === undefined ? 'the allowed time' : formatDuration(value)}`,
  },
  iterations: {
    isReached: ({ iteration, limits }) => iteration >= limits.maxIterations,
    option: 'maxIterations',
    limitsRetries: false,
    describe: (value) => `after ${amount(value, 'request')} to the model`,
  },
  'tool-calls': {
    isReached: ({ ledger }) => ledger.some(({ refused }) => refused),
    option: 'toolCalls',
    limitsRetries: true,
    describe: (value) => `after ${amount(value, 'tool call')}`,
  },
  tokens: {
    isReached: ({ ledger }) => ledger.some(hasSpentTokens),
    option: 'tokens',
    limitsRetries: true,
    describe: (value) => `within ${amount(value, 'token')}`,
  },
  cost: {
    isReached: ({ ledger }) => ledger.some(hasSpentCost),
    option: 'cost',
    limitsRetries: true,
    describe: (value) => `at the cost of ${value ?? 'the allowed amount'}`,
  },
};

const ALL = Object.keys(STOP_RULES) as readonly LimitName[]; // the keys of the record

/** The limits that can prevent a retry after an invalid answer. */
export const RETRY_LIMITS = ALL.filter((name) => STOP_RULES[name].limitsRetries);

/** Returns the limit that stops a run, if any. @throws see {@link LimitRule.isReached} */
export function findLimit(state: Standing, names: readonly LimitName[] = ALL): LimitName | undefined {
  return names.find((name) => STOP_RULES[name].isReached(state));
}

/** Returns the stop of the first rule that ends the run. @throws ToolwrightError `CALLBACK_FAILED` */
export function findStop(rules: readonly StopRule[], state: RunView): Stop | undefined {
  for (const rule of rules) {
    const by = rule.name || 'stop-rule';
    const given = invokeCallback(`The stop rule '${by}'`, () => rule(state));
    if (given === true) return { by, status: 'stopped' };
    if (typeof given === 'string' && given !== '') return { by, status: 'stopped', reason: given };
    // In plain JavaScript, a rule may return anything. Null and '' are ignored, because `match` and `&&` can return them.
    if (given) throw noReason(by, given);
  }
  return undefined;
}

function noReason(rule: string, given: unknown): ToolwrightError {
  return new ToolwrightError('CALLBACK_FAILED', `The stop rule '${rule}' returned ${describeValue(given)}.`, {
    blame: 'developer',
    hint: 'Return true or a reason to end the run, and nothing to continue.',
  });
}

/** Returns the status of a run that ends at a limit. */
export function statusAt(limit: LimitName): Extract<RunStatus, 'limit' | 'max_iterations'> {
  return limit === 'iterations' ? 'max_iterations' : 'limit';
}

/** Creates the error for `onLimit: 'throw'`. The limit may belong to an enclosing run, in which case its value is unknown. */
export function limitReached(limit: LimitName, limits: Limits): ToolwrightError {
  const { option, describe } = STOP_RULES[limit];
  const name = option === 'maxIterations' ? option : `budget.${option}`;
  const message = `No answer ${describe(limits[option])}.`;
  return new ToolwrightError('LIMIT_REACHED', message, {
    blame: 'developer',
    hint: `Raise '${name}', or choose onLimit: 'force-answer'.`,
  });
}

function amount(value: number | undefined, noun: string): string {
  return value === undefined ? `the allowed number of ${noun}s` : formatCount(value, noun);
}

function hasSpentTokens({ budget, used: { usage, reported } }: Ledger): boolean {
  if (budget.tokens === undefined) return false;
  if (!reported) throw unknown('tokens', 'The provider does not report token usage.');
  return usage.inputTokens + usage.outputTokens >= budget.tokens;
}

function hasSpentCost({ budget, used: { cost } }: Ledger): boolean {
  if (budget.cost === undefined) return false;
  if (cost === null) throw unknown('cost', 'The cost of a request is unknown.');
  return cost >= budget.cost;
}

function unknown(limit: 'cost' | 'tokens', reason: string): ToolwrightError {
  const hint =
    limit === 'cost' ? "Pass a 'price' that supports this model, or" : 'Enable usage reporting, or';
  return new ToolwrightError('LIMIT_REACHED', `${reason} The limit 'budget.${limit}' cannot be enforced.`, {
    blame: 'provider',
    hint: `${hint} omit the limit.`,
  });
}
