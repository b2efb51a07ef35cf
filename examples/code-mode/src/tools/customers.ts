import { tool } from 'toolwright';
import type { Shop } from '../shop.js';

export class CustomerTools {
  readonly #shop: Shop;
  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Lists the names of all customers. */
  @tool({ readOnly: true })
  listCustomers(): string[] {
    return [...new Set(this.#shop.orders.map(({ customer }) => customer))];
  }

  /** Sends a message to a customer. */
  @tool
  message(customer: string, text: string): Promise<string> {
    return this.#shop.change(`message ${customer}: ${text}`);
  }

  /** Returns the language that a customer reads. */
  @tool({ readOnly: true })
  languageOf(customer: string): 'en' | 'no' {
    return customer === 'Bo' ? 'no' : 'en';
  }

  /** Returns the address of a customer. */
  @tool({ readOnly: true })
  addressOf(customer: string): string {
    return `${customer}, 1 Main Street`;
  }

  /** Changes the address of a customer. */
  @tool({ needsApproval: true })
  changeAddress(customer: string, address: string): Promise<string> {
    return this.#shop.change(`address ${customer}: ${address}`);
  }

  /** Adds a note to a customer, for colleagues. */
  @tool
  addNote(customer: string, text: string): Promise<string> {
    return this.#shop.change(`note ${customer}: ${text}`);
  }

  /** Deletes all data of a customer. */
  @tool({ destructive: true, needsApproval: true })
  deleteCustomer(customer: string): Promise<string> {
    return this.#shop.change(`delete ${customer}`);
  }

  /** Tells whether a customer bought more than two items. */
  @tool({ readOnly: true })
  isRegular(customer: string): boolean {
    return this.#shop.ordersOf(customer).length > 2;
  }
}
