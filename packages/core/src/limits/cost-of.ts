import type { ModelId, Usage } from '@toolwright/contract';
import { invokeCallback } from '../base/callbacks.js';
import type { Price } from './budget.js';

/** Whether a value is a valid token count or cost. Providers and `price` callbacks can return any value. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Returns the cost of a request according to `price` or else the provider; undefined if neither knows it. */
export function costOf(
  usage: Usage,
  { provider, model }: ModelId,
  price: Price | undefined,
): number | undefined {
  const cost = price && invokeCallback("'price'", () => price({ ...usage }, { provider, model }));
  const known = cost ?? usage.cost;
  return isAmount(known) ? known : undefined;
}
