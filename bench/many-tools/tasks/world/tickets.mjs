import { entryOf } from './world.mjs';

/** @import { Ticket } from './data.mjs' */

export class Tickets {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Lists the support tickets with a status.
   * @tool { readOnly: true }
   * @param {'open' | 'closed'} status
   * @returns {Ticket[]}
   */
  listTickets(status) {
    return this.world.tickets.filter((ticket) => ticket.status === status);
  }
  /**
   * Reads one support ticket.
   * @tool { readOnly: true }
   * @param {number} ticket
   * @returns {Ticket}
   */
  getTicket(ticket) {
    return entryOf(this.world.tickets, ticket);
  }
  /**
   * Assigns a support ticket to an employee.
   * @tool { idempotent: true }
   * @param {number} ticket
   * @param {string} employee
   */
  async assignTicket(ticket, employee) {
    const found = entryOf(this.world.tickets, ticket);
    return this.world.effect(
      'assignTicket',
      [ticket, employee],
      () => {
        found.assignee = employee;
      },
      { isIdempotent: true },
    );
  }
  /**
   * Closes a support ticket.
   * @tool { idempotent: true }
   * @param {number} ticket
   */
  async closeTicket(ticket) {
    const found = entryOf(this.world.tickets, ticket);
    return this.world.effect(
      'closeTicket',
      [ticket],
      () => {
        found.status = 'closed';
      },
      { isIdempotent: true },
    );
  }
  /**
   * Answers the customer who wrote a support ticket.
   * @tool
   * @param {number} ticket
   * @param {string} text
   */
  async replyToTicket(ticket, text) {
    return this.world.effect('replyToTicket', [ticket, text], () =>
      this.world.journal.push({ ticket, text }),
    );
  }
  /**
   * Changes the priority of a support ticket.
   * @tool { idempotent: true }
   * @param {number} ticket
   * @param {'low' | 'normal' | 'high'} priority
   */
  async setPriority(ticket, priority) {
    const found = entryOf(this.world.tickets, ticket);
    return this.world.effect(
      'setPriority',
      [ticket, priority],
      () => {
        found.priority = priority;
      },
      { isIdempotent: true },
    );
  }
  /**
   * Escalates a support ticket to the head of support, who is called at once.
   * @tool
   * @param {number} ticket
   */
  async escalateTicket(ticket) {
    return this.world.effect('escalateTicket', [ticket], () =>
      this.world.journal.push({ escalated: ticket }),
    );
  }
}
