import { entryOf } from './world.mjs';

/** @import { Item } from './data.mjs' */

export class Stock {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Lists all items that the shop sells, with prices and stock.
   * @tool { readOnly: true }
   * @returns {Item[]}
   */
  listItems() {
    return this.world.items;
  }
  /**
   * Reads one item: name, maker, price, pieces in stock.
   * @tool { readOnly: true }
   * @param {string} item
   * @returns {Item}
   */
  getItem(item) {
    return entryOf(this.world.items, item);
  }
  /**
   * Searches items by a part of their names.
   * @tool { readOnly: true }
   * @param {string} text
   * @returns {Item[]}
   */
  searchItems(text) {
    return this.world.items.filter(({ name }) => name.includes(text));
  }
  /**
   * Lists the prices that an item had, newest last.
   * @tool { readOnly: true }
   * @param {string} item
   * @returns {{ from: Date, price: number }[]}
   */
  priceHistory(item) {
    const { price } = entryOf(this.world.items, item);
    return [3, 2, 1].map((n) => ({ from: new Date(Date.UTC(2025, 12 - 3 * n, 1)), price: price - 2 * n }));
  }
  /**
   * Lists the makers of items with their e-mail addresses.
   * @tool { readOnly: true }
   * @returns {{ name: string, email: string }[]}
   */
  listMakers() {
    return ['Norden', 'Alba', 'Kiruna'].map((name) => ({
      name,
      email: `${name.toLowerCase()}@makers.example`,
    }));
  }
  /**
   * Sets pieces of an item aside for a customer.
   * @tool
   * @param {string} item
   * @param {string} customer
   * @param {number} quantity
   */
  async reserveItem(item, customer, quantity) {
    const found = entryOf(this.world.items, item);
    if (found.stock < quantity) throw new Error(`Only ${found.stock} pieces of '${item}' are left.`);
    return this.world.effect('reserveItem', [item, customer, quantity], () => {
      found.stock -= quantity;
    });
  }
  /**
   * Orders more pieces of an item from its maker.
   * @tool
   * @param {string} item
   * @param {number} quantity
   */
  async reorderItem(item, quantity) {
    return this.world.effect('reorderItem', [item, quantity], () =>
      this.world.journal.push({ item, quantity }),
    );
  }
  /**
   * Sets the price of an item, in euros.
   * @tool { idempotent: true }
   * @param {string} item
   * @param {number} price
   */
  async setPrice(item, price) {
    const found = entryOf(this.world.items, item);
    return this.world.effect(
      'setPrice',
      [item, price],
      () => {
        found.price = price;
      },
      { isIdempotent: true },
    );
  }
  /**
   * Takes an item out of the shop for good.
   * @tool { destructive: true, needsApproval: true }
   * @param {string} item
   */
  async withdrawItem(item) {
    const found = entryOf(this.world.items, item);
    return this.world.effect('withdrawItem', [item], () => {
      found.sold = false;
    });
  }
}
