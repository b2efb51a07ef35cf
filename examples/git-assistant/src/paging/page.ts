import { TokenBudget } from './token-budget.js';

export interface PageRange {
  /** The number of items to skip. Default: 0. */
  readonly offset?: number;
  /** The maximum number of items. Default: as many as fit. */
  readonly limit?: number;
  readonly budget?: TokenBudget;
}

export interface Page<Item> {
  readonly items: Item[];
  /** The offset to read on at; absent at the end. */
  readonly next?: number;
}

/** The items from an offset on that fit into one result. At least one, so that reading on reaches the end. */
export function takePage<Item>(
  items: readonly Item[],
  { offset = 0, limit = items.length, budget = new TokenBudget() }: PageRange = {},
): Page<Item> {
  const end = Math.min(items.length, offset + limit);
  let at = Math.min(offset, items.length);
  const taken: Item[] = [];
  for (; at < end; at += 1) {
    const item = items[at];
    if (item === undefined || (!budget.take(item) && taken.length > 0)) break;
    taken.push(item);
  }
  return { items: taken, ...(at < items.length && { next: at }) };
}
