import type { Usage } from '@toolwright/contract';

/** US dollars for a million tokens. A rate that is left out is not known, and so is the cost of a request that needs it. */
export interface ModelPrice {
  readonly input: number;
  /** Reasoning included. */
  readonly output: number;
  /** Input that was read from the cache. */
  readonly cachedInput?: number;
  /** Input that was written to the cache. */
  readonly cacheWrite?: number;
}

/** Models by provider and name; a function where the price depends on the size of the request. */
export type PriceTable = Readonly<
  Record<string, Readonly<Record<string, ModelPrice | ((usage: Usage) => ModelPrice | undefined)>>>
>;
