import {
  carriersOf,
  customersOf,
  employeesOf,
  invoicesOf,
  itemsOf,
  meetingsOf,
  ordersOf,
  ticketsOf,
} from './data.mjs';

/**
 * A small company in memory: always the same at the start, and every side effect is counted under a key, which is the name of the tool and its
 * arguments.
 * @typedef {'refused' | 'unanswered' | 'hanging'} FaultKind What happens to the first call: nothing, the effect with an error, the effect
 * without any answer
 */
export class World {
  customers = customersOf();
  items = itemsOf();
  orders = ordersOf();
  invoices = invoicesOf();
  tickets = ticketsOf();
  employees = employeesOf();
  meetings = meetingsOf();
  carriers = carriersOf();
  /** What has no list of its own: notes, mails, bookings. */
  journal = [];
  /** The keys of all effects, in the order in which they happened. */
  effects = [];
  #faults;

  /** @param {Readonly<Record<string, FaultKind>>} faults By the key of the call that fails */
  constructor(faults = {}) {
    this.#faults = new Map(Object.entries(faults));
  }

  /**
   * Does what changes the world, and counts it. Effects that may be repeated are counted once.
   * @param {string} name The tool
   * @param {readonly unknown[]} args
   * @param {() => void} change
   * @param {{ isIdempotent?: boolean }} options
   */
  async effect(name, args, change, { isIdempotent = false } = {}) {
    const key = effectKey(name, args);
    const fault = this.#faults.get(key);
    this.#faults.delete(key);
    if (fault === 'refused') throw new Error('The service is not available at the moment (503).');
    if (!isIdempotent || !this.effects.includes(key)) {
      change();
      this.effects.push(key);
    }
    if (fault === 'unanswered') throw new Error('The connection was closed before an answer arrived.');
    if (fault === 'hanging') await new Promise(() => {});
    return 'done';
  }

  /** The keys of faults that did not happen yet. */
  get faultsLeft() {
    return [...this.#faults.keys()];
  }

  /** Everything that a task can change, as text. */
  snapshot() {
    const { customers, items, orders, invoices, tickets, meetings, journal } = this;
    // Calls side by side may end in any order.
    const entries = journal.map((entry) => JSON.stringify(entry)).sort();
    return JSON.stringify({ customers, items, orders, invoices, tickets, meetings, entries });
  }
}

/** @param {string} name @param {readonly unknown[]} args */
export function effectKey(name, args) {
  return `${name}${JSON.stringify(args)}`;
}

/**
 * Returns the entry with an id.
 * @template {string | number} Id
 * @template {{ id: Id }} T
 * @param {readonly T[]} list @param {Id} id
 */
export function entryOf(list, id) {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nothing has the id '${id}'.`);
  return found;
}
