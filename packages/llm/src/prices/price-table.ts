import type { Usage } from '@toolwright/contract';

/** US dollars per million tokens. If a rate is missing, the cost of a request that needs it is unknown. */
export interface ModelPrice {
  readonly input: number;
  /** The rate for output, including reasoning. */
  readonly output: number;
  /** The rate for input read from the cache. */
  readonly cachedInput?: number;
  /** The rate for input written to the cache. */
  readonly cacheWrite?: number;
}

/** Prices by provider and model name. An entry is a function if the price depends on the size of the request. */
export type PriceTable = Readonly<
  Record<string, Readonly<Record<string, ModelPrice | ((usage: Usage) => ModelPrice | undefined)>>>
>;
