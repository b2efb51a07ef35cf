import { entryOf } from './world.mjs';

/** @import { Invoice } from './data.mjs' */

export class Billing {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Lists the invoices of a customer.
   * @tool { readOnly: true }
   * @param {string} customer
   * @returns {Invoice[]}
   */
  listInvoices(customer) {
    return this.world.invoices.filter((invoice) => invoice.customer === customer);
  }
  /**
   * Reads one invoice.
   * @tool { readOnly: true }
   * @param {string} invoice
   * @returns {Invoice}
   */
  getInvoice(invoice) {
    return entryOf(this.world.invoices, invoice);
  }
  /**
   * Lists all invoices that nobody paid yet.
   * @tool { readOnly: true }
   * @returns {Invoice[]}
   */
  unpaidInvoices() {
    return this.world.invoices.filter(({ status }) => status === 'open');
  }
  /**
   * Sends a reminder for an unpaid invoice to the customer.
   * @tool
   * @param {string} invoice
   */
  async sendReminder(invoice) {
    return this.world.effect('sendReminder', [invoice], () => this.world.journal.push({ reminded: invoice }));
  }
  /**
   * Charges the card of a customer, in euros.
   * @tool { timeoutMs: 500 }
   * @param {string} customer
   * @param {number} amount
   */
  async chargeCard(customer, amount) {
    return this.world.effect('chargeCard', [customer, amount], () =>
      this.world.journal.push({ customer, amount }),
    );
  }
  /**
   * Marks an invoice as paid.
   * @tool { idempotent: true }
   * @param {string} invoice
   */
  async markPaid(invoice) {
    const found = entryOf(this.world.invoices, invoice);
    return this.world.effect(
      'markPaid',
      [invoice],
      () => {
        found.status = 'paid';
      },
      { isIdempotent: true },
    );
  }
  /**
   * Writes an invoice off, because it will never be paid.
   * @tool { needsApproval: true }
   * @param {string} invoice
   */
  async writeOffInvoice(invoice) {
    const found = entryOf(this.world.invoices, invoice);
    return this.world.effect('writeOffInvoice', [invoice], () => {
      found.status = 'written off';
    });
  }
  /**
   * Returns how much of a currency one euro buys.
   * @tool { readOnly: true }
   * @param {'NOK' | 'SEK' | 'USD'} currency
   * @returns {number}
   */
  exchangeRate(currency) {
    return { NOK: 11.5, SEK: 11.25, USD: 1.125 }[currency];
  }
  /**
   * Returns the rate of value added tax in a city, between 0 and 1.
   * @tool { readOnly: true }
   * @param {string} city
   * @returns {number}
   */
  taxRate(city) {
    return city === 'Paris' || city === 'Lyon' ? 0.2 : 0.25;
  }
  /**
   * Pays an employee back what they spent, in euros.
   * @tool { needsApproval: true }
   * @param {string} employee
   * @param {number} amount
   */
  async reimburseEmployee(employee, amount) {
    return this.world.effect('reimburseEmployee', [employee, amount], () =>
      this.world.journal.push({ employee, amount }),
    );
  }
}
