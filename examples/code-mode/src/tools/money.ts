import { tool } from 'toolwright';
import type { Shop } from '../shop.js';

export class MoneyTools {
  readonly #shop: Shop;
  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /**
   * Pays money back to the customer of an order.
   * @param amount In euros
   */
  @tool({ needsApproval: true })
  refund(order: number, amount: number): Promise<string> {
    return this.#shop.change(`refund ${order} ${amount}`);
  }

  /** Returns the sum of all orders of a customer, in euros. */
  @tool({ readOnly: true })
  totalOf(customer: string): number {
    return this.#shop.ordersOf(customer).reduce((sum, { price }) => sum + price, 0);
  }

  /** Returns the share of the price that is paid back for a damaged item, between 0 and 1. */
  @tool({ readOnly: true })
  refundShare(item: string): number {
    return item === 'desk' ? 0.25 : 0.5;
  }

  /** Gives a customer a voucher, in euros. */
  @tool
  giveVoucher(customer: string, amount: number): Promise<string> {
    return this.#shop.change(`voucher ${customer} ${amount}`);
  }

  /** Lists the invoices of a customer. */
  @tool({ readOnly: true })
  listInvoices(customer: string): string[] {
    return this.#shop.ordersOf(customer).map(({ id }) => `INV-${id}`);
  }

  /** Sends an invoice again. */
  @tool({ idempotent: true })
  sendInvoice(invoice: string): Promise<string> {
    return this.#shop.change(`invoice ${invoice}`);
  }

  /** Converts euros to another currency at a fixed rate. */
  @tool({ readOnly: true })
  convert(euros: number, currency: 'USD' | 'GBP' | 'SEK'): number {
    return euros * { USD: 1.1, GBP: 0.85, SEK: 11 }[currency];
  }
}
