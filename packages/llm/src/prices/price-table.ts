import type { Usage } from '@toolwright/contract';

/** Prices in US dollars per million tokens. If a rate is missing, the cost of requests that need it is unknown. */
export interface ModelPrice {
  readonly input: number;
  /** The rate for output, including reasoning. */
  readonly output: number;
  /** The rate for input read from the cache. */
  readonly cachedInput?: number;
  /** The rate for input written to the cache. */
  readonly cacheWrite?: number;
}

/** Prices by provider and model name. A price that depends on the size of the request is a function. */
export type PriceTable = Readonly<
  Record<string, Readonly<Record<string, ModelPrice | ((usage: Usage) => ModelPrice | undefined)>>>
>;
