import { checkOptions, optionsOf, type Usage } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';

/** Limits of a run in addition to `maxIterations`. The runs of its sub-agents count towards them. */
export interface Budget {
  /** The maximum number of tool calls to execute; further calls receive an error. */
  readonly toolCalls?: number | undefined;
  /** The maximum sum of input and output tokens of all requests. Ends the run after the request that exceeds it. */
  readonly tokens?: number | undefined;
  /** The maximum cost, in the unit of `price`. Ends the run after the request that exceeds it or whose cost is unknown. */
  readonly cost?: number | undefined;
  /** The maximum wall-clock time in milliseconds. Also aborts requests and tool calls in progress. */
  readonly timeMs?: number | undefined;
}

export type Limits = Budget & { readonly maxIterations: number };

/** Returns the cost of one request, in a unit of your choice; undefined if it is unknown. */
export type Price = (usage: Usage, model: PricedModel) => number | undefined;

/** The model of a request whose cost is computed. */
export interface PricedModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

/** The valid range of each option: a run can work without tool calls, but not without tokens. */
export const BUDGET_OPTIONS: Readonly<Record<keyof Budget, 'above 0' | 'at least 0'>> = {
  toolCalls: 'at least 0',
  tokens: 'above 0',
  cost: 'above 0',
  timeMs: 'above 0',
};

const BUDGET = optionsOf<Budget>()({ 'a number': 'toolCalls tokens cost timeMs' });

/** @throws ToolwrightError `INVALID_CONFIG` for unknown options and for values outside an option's range */
export function checkBudget(budget: Budget | undefined, name: string): void {
  if (budget === undefined) return;
  checkOptions(budget, BUDGET, name);
  for (const [option, range] of Object.entries(BUDGET_OPTIONS)) {
    const value: unknown = budget[option as keyof Budget]; // a key of the record
    if (value === undefined) continue;
    if (typeof value === 'number' && (value > 0 || (value === 0 && range === 'at least 0'))) continue;
    throw invalidConfig(
      `'${name}.${option}' is ${String(value)}.`,
      `Pass a number ${range}, or omit the option.`,
    );
  }
}

/** Returns the budget of a run. The agent's limit applies where the run's is undefined. */
export function joinBudgets(agent: Budget, run: Budget = {}): Budget {
  const given = Object.entries(run).filter(([, limit]) => limit !== undefined);
  return { ...agent, ...Object.fromEntries(given) };
}
