import type { LLMProvider, Usage } from '@toolwright/contract';
import { callBack } from '../run/run-failure.js';
import type { Price } from './budget.js';

/** Whether it can be a number of tokens or a cost: own providers and prices can give anything. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** What a request costs, by the agent's own price or else by what the provider says; undefined where neither knows. */
export function costOf(
  usage: Usage,
  { provider, model }: LLMProvider,
  price: Price | undefined,
): number | undefined {
  const cost = price && callBack("'price'", () => price({ ...usage }, { provider, model }));
  const known = cost ?? usage.cost;
  return isAmount(known) ? known : undefined;
}
