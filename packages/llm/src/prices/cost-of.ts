import { USAGE_ENTRIES, type Usage } from '@toolwright/contract';
import type { ModelPrice, PriceTable } from './price-table.js';
import { PRICES } from './prices.js';

/** Identifies the model to price. Every client has these members. */
export interface PricedModel {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * Returns the cost of a request in US dollars; undefined if the model's price or a needed rate is unknown. Can be passed as the
 * `price` of an agent.
 * @param prices override the built-in prices, model by model
 */
export function costOf(usage: Usage, model: PricedModel, prices: PriceTable = {}): number | undefined {
  const price = findPrice(usage, model, prices) ?? findPrice(usage, model, PRICES);
  return price && multiply(usage, price);
}

function findPrice(
  usage: Usage,
  { provider, model }: PricedModel,
  prices: PriceTable,
): ModelPrice | undefined {
  if (provider === undefined || model === undefined || !Object.hasOwn(prices, provider)) return undefined;
  const models = prices[provider] ?? {};
  // Prices differ between versions, but a date or `latest` only selects a build of a version.
  const version = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
  const name = [model, version].find((candidate) => Object.hasOwn(models, candidate));
  const price = name === undefined ? undefined : models[name];
  return typeof price === 'function' ? price(usage) : price;
}

const MILLION = 1_000_000;

function multiply(usage: Usage, price: ModelPrice): number | undefined {
  let fresh = usage.inputTokens;
  let parts = 0;
  for (const [part, { rate: name }] of USAGE_ENTRIES) {
    const count = usage[part] ?? 0;
    if (name === undefined || count === 0) continue;
    const rate = price[name];
    if (rate === undefined) return undefined;
    fresh -= count;
    parts += count * rate;
  }
  return (Math.max(0, fresh) * price.input + usage.outputTokens * price.output + parts) / MILLION;
}
