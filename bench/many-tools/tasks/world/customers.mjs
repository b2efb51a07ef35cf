import { entryOf } from './world.mjs';

/** @import { Customer } from './data.mjs' */

export class Customers {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Lists all customers.
   * @tool { readOnly: true }
   * @returns {Customer[]}
   */
  listCustomers() {
    return this.world.customers;
  }
  /**
   * Reads one customer: name, e-mail address, city, tier and credit.
   * @tool { readOnly: true }
   * @param {string} customer
   * @returns {Customer}
   */
  getCustomer(customer) {
    return entryOf(this.world.customers, customer);
  }
  /**
   * Finds customers by a part of their names.
   * @tool { readOnly: true }
   * @param {string} text
   * @returns {Customer[]}
   */
  findCustomers(text) {
    return this.world.customers.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  }
  /**
   * Changes the e-mail address of a customer.
   * @tool { idempotent: true }
   * @param {string} customer
   * @param {string} email
   */
  async changeEmail(customer, email) {
    return this.world.effect(
      'changeEmail',
      [customer, email],
      () => {
        entryOf(this.world.customers, customer).email = email;
      },
      { isIdempotent: true },
    );
  }
  /**
   * Moves a customer to another tier of the loyalty programme.
   * @tool { idempotent: true }
   * @param {string} customer
   * @param {'basic' | 'silver' | 'gold'} tier
   */
  async setTier(customer, tier) {
    return this.world.effect(
      'setTier',
      [customer, tier],
      () => {
        entryOf(this.world.customers, customer).tier = tier;
      },
      { isIdempotent: true },
    );
  }
  /**
   * Writes a note into the file of a customer.
   * @tool
   * @param {string} customer
   * @param {string} text
   */
  async addNote(customer, text) {
    return this.world.effect('addNote', [customer, text], () => this.world.journal.push({ customer, text }));
  }
  /**
   * Gives a customer store credit, in euros.
   * @tool
   * @param {string} customer
   * @param {number} amount
   */
  async grantCredit(customer, amount) {
    return this.world.effect('grantCredit', [customer, amount], () => {
      entryOf(this.world.customers, customer).credit += amount;
    });
  }
  /**
   * Deletes a customer with all personal data.
   * @tool { destructive: true, needsApproval: true }
   * @param {string} customer
   */
  async deleteCustomer(customer) {
    return this.world.effect('deleteCustomer', [customer], () => {
      this.world.customers = this.world.customers.filter(({ id }) => id !== customer);
    });
  }
}
