import type { LLMDelta, LLMResponse, Usage } from '@toolwright/contract';
import type { BatchSource } from '../reply/batched-stream.js';
import { costOf, type PricedModel } from './cost-of.js';
import type { PriceTable } from './price-table.js';

/** Adds the cost to usage, where the provider does not say it itself and it is known. */
export class UsagePricer {
  readonly #model: PricedModel;
  readonly #prices: PriceTable;

  constructor(model: PricedModel, prices: PriceTable) {
    this.#model = model;
    this.#prices = prices;
  }

  response(response: LLMResponse): LLMResponse {
    return response.usage === undefined ? response : { ...response, usage: this.#add(response.usage) };
  }

  stream(source: BatchSource<LLMDelta>): BatchSource<LLMDelta> {
    return {
      next: async () => {
        const batch = await source.next();
        return batch?.map((delta) =>
          delta.type === 'usage' ? { ...delta, usage: this.#add(delta.usage) } : delta,
        );
      },
      close: () => source.close(),
    };
  }

  #add(usage: Usage): Usage {
    const cost = usage.cost ?? costOf(usage, this.#model, this.#prices);
    return cost === undefined ? usage : { ...usage, cost };
  }
}
