import { type LimitName, ToolwrightError, type Usage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm';
import type { Budget } from './budget.js';
import { isAmount } from './cost-of.js';

/** A ledger as plain JSON. */
export interface LedgerState {
  readonly usage: Usage;
  /** Null where it is not known. */
  readonly cost: number | null;
  readonly toolCalls: number;
  /** Whether all requests have reported their tokens. */
  readonly reported: boolean;
}

/** What a run has used, and its sub-agents with it. What one of them uses counts for all above it, and any limit above holds for it. */
export class Ledger {
  readonly budget: Budget;
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  /** Undefined as soon as the cost of one request is not known. */
  cost: number | undefined = 0;
  toolCalls = 0;
  /** A call was not executed, because there had been too many. */
  #refused = false;
  #reported = true;
  readonly #parent: Ledger | undefined;

  constructor(budget: Budget, parent?: Ledger) {
    this.budget = budget;
    this.#parent = parent;
  }

  toJSON(): LedgerState {
    const { usage, cost = null, toolCalls } = this;
    return { usage, cost, toolCalls, reported: this.#reported };
  }

  restore({ usage, cost, toolCalls, reported }: LedgerState): void {
    this.usage = usage;
    this.cost = cost ?? undefined;
    this.toolCalls = toolCalls;
    this.#reported = reported;
  }

  /** Counts a request. What is not known makes the sum unknown: it is not 0. */
  addRequest(usage: Usage | undefined, cost: number | undefined): void {
    // The cost is counted on its own.
    if (usage !== undefined) {
      const tokens = usage.cost === undefined ? usage : { ...usage, cost: undefined };
      this.usage = addUsage(this.usage, tokens);
    }
    this.#reported &&= isAmount(usage?.inputTokens) && isAmount(usage?.outputTokens);
    this.cost = this.cost === undefined || cost === undefined ? undefined : this.cost + cost;
    this.#parent?.addRequest(usage, cost);
  }

  /** Counts a tool call that is about to begin. False where it may not: some limit is used up. */
  takeToolCall(): boolean {
    const { toolCalls: limit = Number.POSITIVE_INFINITY } = this.budget;
    const allowed = this.toolCalls < limit && (this.#parent?.takeToolCall() ?? true);
    if (allowed) this.toolCalls++;
    else this.#refused = true;
    return allowed;
  }

  /**
   * The limit that does not let the run go on, if there is one.
   * @throws ToolwrightError `LIMIT_REACHED` where it cannot be told, because the provider does not report what has to be counted
   */
  findLimit(): LimitName | undefined {
    const { tokens, cost } = this.budget;
    if (this.#refused) return 'tool-calls';
    if (tokens !== undefined) {
      if (!this.#reported)
        throw unknown('tokens', 'The provider does not report the tokens of its requests.');
      if (this.usage.inputTokens + this.usage.outputTokens >= tokens) return 'tokens';
    }
    if (cost !== undefined) {
      if (this.cost === undefined) throw unknown('cost', 'The cost of a request is not known.');
      if (this.cost >= cost) return 'cost';
    }
    return this.#parent?.findLimit();
  }
}

function unknown(limit: string, reason: string): ToolwrightError {
  const hint = limit === 'cost' ? "Pass a 'price' that knows this model, or" : 'Have it report them, or';
  return new ToolwrightError('LIMIT_REACHED', `${reason} The limit 'budget.${limit}' cannot be kept.`, {
    blame: 'provider',
    hint: `${hint} leave the limit out.`,
  });
}
