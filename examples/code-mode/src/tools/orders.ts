import { tool } from 'toolwright';
import type { Order, Shop } from '../shop.js';

export class OrderTools {
  readonly #shop: Shop;
  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Lists the orders of a customer, oldest first. */
  @tool({ readOnly: true })
  listOrders(customer: string): Order[] {
    return this.#shop.ordersOf(customer);
  }

  /** Finds an order. */
  @tool({ readOnly: true })
  findOrder(order: number): Order {
    return this.#shop.find(order);
  }

  /** Counts the orders in a state. */
  @tool({ readOnly: true })
  countOrders(state: Order['state']): number {
    return this.#shop.orders.filter((one) => one.state === state).length;
  }

  /** Lists the orders that were bought between two days. */
  @tool({ readOnly: true })
  ordersBetween(from: Date, to: Date): Order[] {
    return this.#shop.orders.filter(({ bought }) => bought >= from && bought <= to);
  }

  /** Cancels an order that was not sent. */
  @tool({ destructive: true, needsApproval: true })
  cancelOrder(order: number): Promise<string> {
    return this.#shop.change(`cancel ${order}`);
  }

  /** Changes the number of pieces of an open order. */
  @tool
  changeQuantity(order: number, pieces: number): Promise<string> {
    return this.#shop.change(`quantity ${order} ${pieces}`);
  }

  /** Sends an order again. */
  @tool
  sendAgain(order: number): Promise<string> {
    return this.#shop.change(`send ${order}`);
  }
}
