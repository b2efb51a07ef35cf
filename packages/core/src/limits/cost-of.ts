import type { ModelId, Usage } from '@toolwright/contract';
import { invokeCallback } from '../base/callbacks.js';
import type { Price } from './budget.js';

/** Whether a value can be a number of tokens or a cost: providers and prices of users can return anything. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** The cost of a request by the agent's price, else by the provider; undefined if neither knows it. */
export function costOf(
  usage: Usage,
  { provider, model }: ModelId,
  price: Price | undefined,
): number | undefined {
  const cost = price && invokeCallback("'price'", () => price({ ...usage }, { provider, model }));
  const known = cost ?? usage.cost;
  return isAmount(known) ? known : undefined;
}
