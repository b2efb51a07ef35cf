import { tool } from 'toolwright';
import type { Shop } from '../shop.js';

/** An item of the catalogue. */
export interface Item {
  name: string;
  /** In euros */
  price: number;
  pieces: number;
}

const ITEMS: readonly Item[] = [
  { name: 'lamp', price: 30, pieces: 12 },
  { name: 'chair', price: 90, pieces: 4 },
  { name: 'desk', price: 200, pieces: 0 },
  { name: 'shelf', price: 60, pieces: 7 },
];

export class StockTools {
  readonly #shop: Shop;
  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Lists all items. */
  @tool({ readOnly: true })
  listItems(): Item[] {
    return [...ITEMS];
  }

  /** Finds items by a part of their names. */
  @tool({ readOnly: true })
  findItems(text: string): Item[] {
    return ITEMS.filter(({ name }) => name.includes(text));
  }

  /** Returns the number of pieces of each item. */
  @tool({ readOnly: true })
  pieces(): Map<string, number> {
    return new Map(ITEMS.map(({ name, pieces }) => [name, pieces]));
  }

  /** Returns the price of an item, in euros. */
  @tool({ readOnly: true })
  priceOf(item: string): number {
    return ITEMS.find(({ name }) => name === item)?.price ?? 0;
  }

  /** Changes the price of an item. */
  @tool({ needsApproval: true })
  changePrice(item: string, price: number): Promise<string> {
    return this.#shop.change(`price ${item} ${price}`);
  }

  /** Orders pieces of an item from its maker. */
  @tool
  reorder(item: string, pieces: number): Promise<string> {
    return this.#shop.change(`reorder ${item} ${pieces}`);
  }

  /** Sets pieces of an item aside for a customer. */
  @tool
  reserve(item: string, customer: string): Promise<string> {
    return this.#shop.change(`reserve ${item} ${customer}`);
  }

  /** Marks an item as no longer sold. */
  @tool({ destructive: true, needsApproval: true })
  withdraw(item: string): Promise<string> {
    return this.#shop.change(`withdraw ${item}`);
  }

  /** Returns when an item will be there again. */
  @tool({ readOnly: true })
  availableFrom(item: string): Date {
    return new Date(item === 'desk' ? '2026-05-01' : '2026-04-01');
  }
}
