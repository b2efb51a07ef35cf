import { day } from './data.mjs';
import { entryOf } from './world.mjs';

/** @import { Order } from './data.mjs' */

export class Orders {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Lists the orders of a customer, oldest first.
   * @tool { readOnly: true }
   * @param {string} customer
   * @returns {Order[]}
   */
  listOrders(customer) {
    return this.world.orders.filter((order) => order.customer === customer);
  }
  /**
   * Reads one order.
   * @tool { readOnly: true }
   * @param {number} order
   * @returns {Order}
   */
  getOrder(order) {
    return entryOf(this.world.orders, order);
  }
  /**
   * Lists the orders that were placed from one day to another.
   * @tool { readOnly: true }
   * @param {Date} from
   * @param {Date} to
   * @returns {Order[]}
   */
  ordersBetween(from, to) {
    return this.world.orders.filter(({ placed }) => placed >= from && placed <= to);
  }
  /**
   * Exports all orders of the shop.
   * @tool { readOnly: true }
   * @returns {Order[]}
   */
  exportOrders() {
    return this.world.orders;
  }
  /**
   * Places an order for a customer.
   * @tool
   * @param {string} customer
   * @param {string} item
   * @param {number} quantity
   */
  async placeOrder(customer, item, quantity) {
    const total = quantity * entryOf(this.world.items, item).price;
    return this.world.effect('placeOrder', [customer, item, quantity], () => {
      const id = 1001 + this.world.orders.length;
      this.world.orders.push({ id, customer, item, quantity, total, status: 'open', placed: day(150) });
    });
  }
  /**
   * Cancels an order that was not sent yet.
   * @tool
   * @param {number} order
   */
  async cancelOrder(order) {
    const found = entryOf(this.world.orders, order);
    return this.world.effect('cancelOrder', [order], () => {
      found.status = 'cancelled';
    });
  }
  /**
   * Pays money back for an order, in euros.
   * @tool { needsApproval: true }
   * @param {number} order
   * @param {number} amount
   */
  async refundOrder(order, amount) {
    return this.world.effect('refundOrder', [order, amount], () => {
      this.world.journal.push({ refund: order, amount });
    });
  }
  /**
   * Marks an order as delivered.
   * @tool { idempotent: true }
   * @param {number} order
   */
  async markDelivered(order) {
    const found = entryOf(this.world.orders, order);
    return this.world.effect(
      'markDelivered',
      [order],
      () => {
        found.status = 'delivered';
      },
      { isIdempotent: true },
    );
  }
  /**
   * Changes how many pieces an open order has.
   * @tool { idempotent: true }
   * @param {number} order
   * @param {number} quantity
   */
  async changeQuantity(order, quantity) {
    const found = entryOf(this.world.orders, order);
    return this.world.effect(
      'changeQuantity',
      [order, quantity],
      () => {
        found.quantity = quantity;
      },
      { isIdempotent: true },
    );
  }
  /**
   * Has an order wrapped as a gift, for a fee.
   * @tool
   * @param {number} order
   */
  async giftWrap(order) {
    return this.world.effect('giftWrap', [order], () => this.world.journal.push({ wrapped: order }));
  }
}
