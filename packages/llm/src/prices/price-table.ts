import type { Usage } from '@toolwright/contract';

/** US dollars per million tokens. If a rate is missing, the cost of a request that needs it is unknown. */
export interface ModelPrice {
  readonly input: number;
  /** Reasoning included. */
  readonly output: number;
  /** Input read from the cache. */
  readonly cachedInput?: number;
  /** Input written to the cache. */
  readonly cacheWrite?: number;
}

/** Models by provider and name. The entry is a function if the price depends on the size of the request. */
export type PriceTable = Readonly<
  Record<string, Readonly<Record<string, ModelPrice | ((usage: Usage) => ModelPrice | undefined)>>>
>;
