import type { Usage } from '@toolwright/contract';
import { checkKeys } from '../agent/check-keys.js';
import { invalidConfig } from '../agent/invalid-config.js';

/** What a run may use, besides its iterations. Runs of its sub-agents count as well. */
export interface Budget {
  /** How many tool calls are executed; further calls are answered with an error. */
  readonly toolCalls?: number | undefined;
  /** Input and output tokens of all requests. Ends the run after the request that exceeds it. */
  readonly tokens?: number | undefined;
  /** In the unit of `price`. Ends the run after the request that exceeds it, and if the cost is unknown. */
  readonly cost?: number | undefined;
  /** Wall time in milliseconds. Ends requests and tool calls that are under way. */
  readonly timeMs?: number | undefined;
}

/** All that limits a run. */
export type Limits = Budget & { readonly maxIterations: number };

/** The cost of one request, in a unit of your choice; undefined if it is unknown. */
export type Price = (usage: Usage, model: PricedModel) => number | undefined;

/** The model whose usage a price is asked for. */
export interface PricedModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

const OPTIONS: Readonly<Record<keyof Budget, true>> = {
  toolCalls: true,
  tokens: true,
  cost: true,
  timeMs: true,
};

/** @throws ToolwrightError `INVALID_CONFIG` for unknown limits, and for values other than numbers above 0 (`toolCalls`: or 0) */
export function checkBudget(budget: Budget | undefined, name: string): void {
  checkKeys(budget, OPTIONS, name);
  for (const [limit, value] of Object.entries(budget ?? {})) {
    const least = limit === 'toolCalls' ? 'at least 0' : 'above 0';
    const valid = typeof value === 'number' && (value > 0 || (value === 0 && limit === 'toolCalls'));
    if (value === undefined || valid) continue;
    throw invalidConfig(
      `'${name}.${limit}' is ${String(value)}.`,
      `Give a number ${least}, or leave it out.`,
    );
  }
}
