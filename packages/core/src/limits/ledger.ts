import type { Usage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm';
import type { Budget } from './budget.js';
import { isAmount } from './cost-of.js';

/** A ledger as plain JSON. */
export interface LedgerState {
  readonly usage: Usage;
  /** Null if it is unknown. */
  readonly cost: number | null;
  readonly toolCalls: number;
  /** Whether all requests have reported their tokens. */
  readonly reported: boolean;
}

/** What a run and its sub-agents have used. Usage counts for all runs above as well, and their limits hold for it. */
export class Ledger {
  readonly budget: Budget;
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  /** Undefined as soon as the cost of one request is not known. */
  cost: number | undefined = 0;
  toolCalls = 0;
  /** A call was refused, because there had been too many. */
  refused = false;
  /** All requests have reported their tokens. */
  reported = true;
  readonly #parent: Ledger | undefined;

  /** @param before what the run had used when it was paused */
  constructor(budget: Budget, parent?: Ledger, before?: LedgerState) {
    this.budget = budget;
    this.#parent = parent;
    if (before === undefined) return;
    this.usage = before.usage;
    this.cost = before.cost ?? undefined;
    this.toolCalls = before.toolCalls;
    this.reported = before.reported;
  }

  toJSON(): LedgerState {
    const { usage, cost = null, toolCalls, reported } = this;
    return { usage, cost, toolCalls, reported };
  }

  /** Counts a request. An unknown cost makes the sum unknown instead of 0. */
  addRequest(usage: Usage | undefined, cost: number | undefined): void {
    // The cost is counted on its own.
    if (usage !== undefined) {
      const tokens = usage.cost === undefined ? usage : { ...usage, cost: undefined };
      this.usage = addUsage(this.usage, tokens);
    }
    this.reported &&= isAmount(usage?.inputTokens) && isAmount(usage?.outputTokens);
    this.cost = this.cost === undefined || cost === undefined ? undefined : this.cost + cost;
    this.#parent?.addRequest(usage, cost);
  }

  /** Counts a tool call that is about to begin. False if a limit is used up. */
  takeToolCall(): boolean {
    const { toolCalls: limit = Number.POSITIVE_INFINITY } = this.budget;
    const allowed = this.toolCalls < limit && (this.#parent?.takeToolCall() ?? true);
    if (allowed) this.toolCalls++;
    else this.refused = true;
    return allowed;
  }

  /** Whether something holds for this run or for one above it. */
  some(test: (ledger: Ledger) => boolean): boolean {
    return test(this) || this.#parent?.some(test) === true;
  }
}
