import type { Item } from '@acme/stock';
import { tool } from 'toolwright';

export class Orders {
  #last = 0;

  /**
   * Order articles.
   * @param items What to order
   */
  @tool
  placeOrder(items: Item[]): { order: number; pieces: number } {
    this.#last += 1;
    return { order: this.#last, pieces: items.reduce((sum, { pieces }) => sum + pieces, 0) };
  }
}
