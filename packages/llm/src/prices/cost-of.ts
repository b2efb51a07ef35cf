import type { Usage } from '@toolwright/contract';
import type { ModelPrice, PriceTable } from './price-table.js';
import { PRICES } from './prices.js';

/** Which model a usage is of; a client is one. */
export interface PricedModel {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * The cost of a request in US dollars; `undefined` if the model, or a rate that the request needs, has no price. Pass it as the `price` of
 * an agent.
 * @param prices come before those that are built in, model by model
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
  // Versions have different prices. A date or `latest` only names a build of a version.
  const version = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
  const name = [model, version].find((candidate) => Object.hasOwn(models, candidate));
  const price = name === undefined ? undefined : models[name];
  return typeof price === 'function' ? price(usage) : price;
}

const MILLION = 1_000_000;

function multiply(usage: Usage, price: ModelPrice): number | undefined {
  const { inputTokens, outputTokens, cachedInputTokens: cached = 0, cacheWriteTokens: written = 0 } = usage;
  if (cached > 0 && price.cachedInput === undefined) return undefined;
  if (written > 0 && price.cacheWrite === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cached - written);
  const parts = [
    fresh * price.input,
    outputTokens * price.output,
    cached * (price.cachedInput ?? 0),
    written * (price.cacheWrite ?? 0),
  ];
  return parts.reduce((sum, part) => sum + part, 0) / MILLION;
}
