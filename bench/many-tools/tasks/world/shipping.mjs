import { entryOf } from './world.mjs';

/** @import { Carrier } from './data.mjs' */

export class Shipping {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Follows the parcel of an order: where it is, and how many days it is late.
   * @tool { readOnly: true }
   * @param {number} order
   * @returns {{ place: string, daysLate: number }}
   */
  trackParcel(order) {
    return { place: ['Hamburg', 'Oslo', 'Lille'][order % 3], daysLate: (order * 3) % 8 };
  }
  /**
   * Lists the carriers with their prices and days of delivery.
   * @tool { readOnly: true }
   * @returns {Carrier[]}
   */
  listCarriers() {
    return this.world.carriers;
  }
  /**
   * Calculates what a parcel to a city costs with a carrier, in euros.
   * @tool { readOnly: true }
   * @param {string} carrier
   * @param {string} city
   * @returns {number}
   */
  shippingCost(carrier, city) {
    return entryOf(this.world.carriers, carrier).base + city.length;
  }
  /**
   * Books a carrier that picks up the parcel of an order.
   * @tool { timeoutMs: 500 }
   * @param {number} order
   * @param {string} carrier
   */
  async bookPickup(order, carrier) {
    return this.world.effect('bookPickup', [order, carrier], () =>
      this.world.journal.push({ order, carrier }),
    );
  }
  /**
   * Prints the label of a parcel.
   * @tool { idempotent: true }
   * @param {number} order
   */
  async printLabel(order) {
    return this.world.effect('printLabel', [order], () => this.world.journal.push({ label: order }), {
      isIdempotent: true,
    });
  }
  /**
   * Stops a parcel that is on its way.
   * @tool { needsApproval: true }
   * @param {number} order
   */
  async stopParcel(order) {
    return this.world.effect('stopParcel', [order], () => this.world.journal.push({ stopped: order }));
  }
  /**
   * Reports a damaged or lost parcel to the carrier.
   * @tool
   * @param {number} order
   * @param {string} text
   */
  async reportDamage(order, text) {
    return this.world.effect('reportDamage', [order, text], () =>
      this.world.journal.push({ damaged: order, text }),
    );
  }
}
