import { checkOptions, optionsOf, type Usage } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';

/** Limits of a run besides its iterations. The runs of its sub-agents count towards them. */
export interface Budget {
  /** How many tool calls are executed; further calls receive an error. */
  readonly toolCalls?: number | undefined;
  /** Input and output tokens of all requests. Ends the run after the request that exceeds the limit. */
  readonly tokens?: number | undefined;
  /** In the unit of `price`. Ends the run after the request that exceeds the limit, or whose cost is unknown. */
  readonly cost?: number | undefined;
  /** Wall time in milliseconds. Also aborts requests and tool calls in progress. */
  readonly timeMs?: number | undefined;
}

export type Limits = Budget & { readonly maxIterations: number };

/** The cost of one request, in a unit of your choice; undefined if it is unknown. */
export type Price = (usage: Usage, model: PricedModel) => number | undefined;

/** The model of a request whose cost is computed. */
export interface PricedModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

/** The accepted range of each option: a run can do without tool calls, but not without tokens. */
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
      `Give a number ${range}, or leave it out.`,
    );
  }
}

/** Returns the budget of a run. An undefined member keeps the agent's limit. */
export function joinBudgets(agent: Budget, run: Budget = {}): Budget {
  const given = Object.entries(run).filter(([, limit]) => limit !== undefined);
  return { ...agent, ...Object.fromEntries(given) };
}
