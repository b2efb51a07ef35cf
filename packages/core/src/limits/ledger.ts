import type { ModelId, RunResult, Usage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm/messages';
import type { Budget } from './budget.js';
import { isAmount } from './cost-of.js';

/** Everything that a ledger counts, as plain JSON. A paused run stores all of it. */
export interface LedgerState {
  usage: Usage;
  /** Null once the cost of any request is unknown. */
  cost: number | null;
  toolCalls: number;
  /** Whether token counts were reported for all requests. */
  reported: boolean;
  /** The same totals for each model that answered. */
  models: readonly ModelTotals[];
}

/** The usage of one model; null means an unknown cost. */
export interface ModelTotals extends ModelId {
  readonly requests: number;
  readonly usage: Usage;
  readonly cost: number | null;
  /** Whether the client chose the model from several. */
  readonly chosen?: true;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const NOTHING: Readonly<LedgerState> = {
  usage: { inputTokens: 0, outputTokens: 0 },
  cost: 0,
  toolCalls: 0,
  reported: true,
  models: [],
};

/** Counts the usage of a run and its sub-agents. It also counts towards all enclosing runs, whose limits apply too. */
export class Ledger {
  readonly budget: Budget;
  readonly used: LedgerState;
  /** Whether a call was refused because of the limit. Not saved when a run pauses, since the resumed run may have a higher limit. */
  refused = false;
  readonly #parent: Ledger | undefined;
  readonly #models: Writable<ModelTotals>[];

  /** @param before the usage before a pause; earlier versions did not store all counts */
  constructor(budget: Budget, parent?: Ledger, before?: Partial<LedgerState>) {
    this.budget = budget;
    this.#parent = parent;
    this.#models = (before?.models ?? []).map((totals) => ({ ...totals }));
    this.used = { ...NOTHING, ...before, models: this.#models };
  }

  /** Returns a copy that does not change when the run continues. */
  toJSON(): LedgerState {
    return { ...this.used, models: this.#models.map((totals) => ({ ...totals })) };
  }

  /** Counts a request. An unknown cost makes the total unknown instead of adding 0. */
  addRequest(
    usage: Usage | undefined,
    cost: number | undefined,
    client: ModelId = {},
    answeredBy?: ModelId,
  ): void {
    const { used } = this;
    const before = used.usage;
    used.usage = addTokens(before, usage);
    used.reported &&= isAmount(usage?.inputTokens) && isAmount(usage?.outputTokens);
    used.cost = addCost(used.cost, cost);
    const totals = this.#totalsOf(answeredBy ?? client);
    totals.requests++;
    // Most runs use a single model, for which the sum is the same.
    totals.usage = totals.usage === before ? used.usage : addTokens(totals.usage, usage);
    totals.cost = addCost(totals.cost, cost);
    if (answeredBy !== undefined) totals.chosen = true;
    this.#parent?.addRequest(usage, cost, client, answeredBy);
  }

  #totalsOf({ provider, model }: ModelId): Writable<ModelTotals> {
    for (const one of this.#models) if (one.provider === provider && one.model === model) return one;
    const totals = { requests: 0, usage: NOTHING.usage, cost: 0, provider, model };
    this.#models.push(totals);
    return totals;
  }

  /** Counts a request without a response, which may still have had a cost. */
  addLostRequest(): void {
    this.used.cost = null;
    this.#parent?.addLostRequest();
  }

  /** Counts a tool call that is about to start. Returns false if a limit is reached. */
  takeToolCall(): boolean {
    const { toolCalls: limit = Number.POSITIVE_INFINITY } = this.budget;
    const allowed = this.used.toolCalls < limit && (this.#parent?.takeToolCall() ?? true);
    if (allowed) this.used.toolCalls++;
    else this.refused = true;
    return allowed;
  }

  /** Whether a condition holds for this run or a run that encloses it. */
  some(test: (ledger: Ledger) => boolean): boolean {
    return test(this) || this.#parent?.some(test) === true;
  }
}

/** Returns the usage of each model, unless only the agent's own model was used. */
export function listModels(models: readonly ModelTotals[]): Pick<RunResult, 'models'> {
  if (models.length < 2 && !models.some(({ chosen }) => chosen)) return {};
  return {
    models: models.map(({ provider, model, requests, usage, cost }) => ({
      ...(provider !== undefined && { provider }),
      ...(model !== undefined && { model }),
      requests,
      usage,
      ...(cost !== null && { cost }),
    })),
  };
}

/** Adds usage without its cost, which is added separately. */
function addTokens(sum: Usage, usage: Usage | undefined): Usage {
  if (usage === undefined) return sum;
  return addUsage(sum, usage.cost === undefined ? usage : { ...usage, cost: undefined });
}

function addCost(sum: number | null, cost: number | undefined): number | null {
  return sum === null || cost === undefined ? null : sum + cost;
}
