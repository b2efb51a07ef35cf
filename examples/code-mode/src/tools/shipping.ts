import { tool } from 'toolwright';
import type { Shop } from '../shop.js';

/** A place and a time of a parcel. */
export interface Stop {
  place: string;
  at: Date;
}

export class ShippingTools {
  readonly #shop: Shop;
  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Follows the parcel of an order. */
  @tool({ readOnly: true })
  track(order: number): Stop[] {
    return [{ place: 'Oslo', at: new Date(this.#shop.find(order).bought.getTime() + 86_400_000) }];
  }

  /** Returns the costs of shipping to a country, in euros. */
  @tool({ readOnly: true })
  shippingCosts(country: string): number {
    return country === 'NO' ? 9 : 15;
  }

  /** Returns the day on which a parcel arrives. */
  @tool({ readOnly: true })
  arrivalOf(order: number): Date {
    return new Date(this.#shop.find(order).bought.getTime() + 5 * 86_400_000);
  }

  /** Has a parcel fetched from the customer. */
  @tool
  fetchBack(order: number): Promise<string> {
    return this.#shop.change(`fetch ${order}`);
  }

  /** Prints a label for a parcel that comes back. */
  @tool({ idempotent: true })
  printLabel(order: number): Promise<string> {
    return this.#shop.change(`label ${order}`);
  }

  /** Reports a damaged parcel to the carrier. */
  @tool
  reportDamage(order: number): Promise<string> {
    return this.#shop.change(`damage ${order}`);
  }

  /** Stops a parcel on its way. */
  @tool({ needsApproval: true })
  stopParcel(order: number): Promise<string> {
    return this.#shop.change(`stop ${order}`);
  }

  /** Lists the carriers. */
  @tool({ readOnly: true })
  listCarriers(): string[] {
    return ['Post', 'Bring'];
  }

  /** Tells whether a carrier delivers to a country. */
  @tool({ readOnly: true })
  delivers(carrier: string, country: string): boolean {
    return carrier === 'Post' || country === 'NO';
  }
}
