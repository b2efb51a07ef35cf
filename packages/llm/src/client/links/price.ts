import { costOf, type PricedModel } from '../../prices/cost-of.js';
import type { PriceTable } from '../../prices/price-table.js';
import { type Link, mapBatches } from './link.js';

/** Adds the cost to the usage if the price is known and the provider did not report the cost. */
export function price(model: PricedModel, prices: PriceTable): Link {
  return (next) => async (call) =>
    mapBatches(await next(call), (batch) =>
      batch.map((delta) => {
        if (delta.type !== 'usage') return delta;
        const cost = delta.usage.cost ?? costOf(delta.usage, model, prices);
        return cost === undefined ? delta : { ...delta, usage: { ...delta.usage, cost } };
      }),
    );
}
