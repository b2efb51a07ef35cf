import type { Usage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm';
import type { Budget } from './budget.js';
import { isAmount } from './cost-of.js';

/** Everything that a ledger counts. It is plain JSON, and a paused run keeps all of it. */
export interface LedgerState {
  usage: Usage;
  /** Null as soon as the cost of one request is unknown. */
  cost: number | null;
  toolCalls: number;
  /** Whether all requests have reported their tokens. */
  reported: boolean;
}

const NOTHING: Readonly<LedgerState> = {
  usage: { inputTokens: 0, outputTokens: 0 },
  cost: 0,
  toolCalls: 0,
  reported: true,
};

/** What a run and its sub-agents have used. Usage counts for all runs above as well, and their limits hold for it. */
export class Ledger {
  readonly budget: Budget;
  readonly used: LedgerState;
  /** A call was refused, because there had been too many. Not kept in a pause: the resumed run may have a higher limit. */
  refused = false;
  readonly #parent: Ledger | undefined;

  /** @param before what the run had used when it was paused; earlier versions may have counted less */
  constructor(budget: Budget, parent?: Ledger, before?: Partial<LedgerState>) {
    this.budget = budget;
    this.#parent = parent;
    this.used = { ...NOTHING, ...before };
  }

  toJSON(): LedgerState {
    return { ...this.used };
  }

  /** Counts a request. An unknown cost makes the sum unknown instead of 0. */
  addRequest(usage: Usage | undefined, cost: number | undefined): void {
    const { used } = this;
    // The cost is counted on its own.
    if (usage !== undefined) {
      const tokens = usage.cost === undefined ? usage : { ...usage, cost: undefined };
      used.usage = addUsage(used.usage, tokens);
    }
    used.reported &&= isAmount(usage?.inputTokens) && isAmount(usage?.outputTokens);
    used.cost = used.cost === null || cost === undefined ? null : used.cost + cost;
    this.#parent?.addRequest(usage, cost);
  }

  /** A request without a response may have cost something. */
  addLostRequest(): void {
    this.used.cost = null;
    this.#parent?.addLostRequest();
  }

  /** Counts a tool call that is about to begin. False if a limit is used up. */
  takeToolCall(): boolean {
    const { toolCalls: limit = Number.POSITIVE_INFINITY } = this.budget;
    const allowed = this.used.toolCalls < limit && (this.#parent?.takeToolCall() ?? true);
    if (allowed) this.used.toolCalls++;
    else this.refused = true;
    return allowed;
  }

  /** Whether something holds for this run or for one above it. */
  some(test: (ledger: Ledger) => boolean): boolean {
    return test(this) || this.#parent?.some(test) === true;
  }
}
