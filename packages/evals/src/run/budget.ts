import { formatCount, formatDuration, type Usage } from '@toolwright/contract';
import type { EvalBudget } from '../define/define-eval.js';

/** Counts what an eval has spent, and says when its budget is spent. */
export class SpentBudget {
  readonly #budget: EvalBudget;
  readonly #now: () => number;
  readonly #started: number;
  #tokens = 0;
  #cost = 0;
  #hasUnknownCost = false;

  constructor(budget: EvalBudget, now: () => number) {
    this.#budget = budget;
    this.#now = now;
    this.#started = now();
  }

  add({ inputTokens, outputTokens }: Usage, cost: number | undefined): void {
    this.#tokens += inputTokens + outputTokens;
    this.#cost += cost ?? 0;
    this.#hasUnknownCost ||= cost === undefined;
  }

  /** Returns why nothing more is started; undefined if there is budget left. */
  problem(): string | undefined {
    const { tokens, cost, durationMs } = this.#budget;
    if (tokens !== undefined && this.#tokens >= tokens)
      return `The budget of ${formatCount(tokens, 'token')} is spent.`;
    if (cost !== undefined && this.#hasUnknownCost)
      return 'The cost of an attempt is not known, so the budget cannot be kept. Give the agent a `price`.';
    if (cost !== undefined && this.#cost >= cost) return `The budget of ${cost} is spent.`;
    if (durationMs !== undefined && this.#now() - this.#started >= durationMs)
      return `The budget of ${formatDuration(durationMs)} is spent.`;
    return undefined;
  }
}
