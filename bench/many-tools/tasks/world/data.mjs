/**
 * @typedef {object} Customer
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {'Oslo' | 'Bergen' | 'Paris' | 'Lyon'} city
 * @property {'basic' | 'silver' | 'gold'} tier
 * @property {number} credit Credit in euros
 *
 * @typedef {object} Item
 * @property {string} id
 * @property {string} name
 * @property {string} maker
 * @property {number} price Price in euros
 * @property {number} stock Pieces that are left
 * @property {boolean} sold Whether it is still sold
 *
 * @typedef {object} Order
 * @property {number} id
 * @property {string} customer Id of the customer
 * @property {string} item Id of the item
 * @property {number} quantity
 * @property {number} total Total in euros
 * @property {'open' | 'sent' | 'delivered' | 'returned' | 'cancelled'} status
 * @property {Date} placed
 *
 * @typedef {object} Invoice
 * @property {string} id
 * @property {string} customer Id of the customer
 * @property {number} amount Amount in euros
 * @property {Date} due
 * @property {'open' | 'paid' | 'written off'} status
 *
 * @typedef {object} Ticket
 * @property {number} id
 * @property {string} customer Id of the customer
 * @property {string} subject
 * @property {string} text
 * @property {'low' | 'normal' | 'high'} priority
 * @property {'open' | 'closed'} status
 * @property {string | null} assignee Id of an employee
 *
 * @typedef {object} Employee
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {'support' | 'sales' | 'finance'} team
 *
 * @typedef {object} Meeting
 * @property {string} id
 * @property {string} title
 * @property {Date} start
 * @property {string} room
 * @property {string[]} attendees Ids of employees
 *
 * @typedef {object} Carrier
 * @property {string} id
 * @property {number} base Price of a parcel, in euros
 * @property {number} days Days of a delivery
 */

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eva', 'Finn', 'Gro', 'Hal', 'Ida', 'Jon', 'Kari', 'Lea'];
const CITIES = ['Oslo', 'Bergen', 'Paris', 'Lyon'];
const THINGS = ['lamp', 'desk', 'chair', 'shelf', 'sofa', 'rug', 'clock', 'vase', 'mirror', 'stool'];
const SUBJECTS = [
  'Parcel is late',
  'Wrong colour',
  'Refund is missing',
  'Question about an invoice',
  'Broken leg',
];

/** @param {number} days Days after the first of January 2026 */
export function day(days, hour = 0) {
  return new Date(Date.UTC(2026, 0, 1 + days, hour));
}

/** @returns {Customer[]} */
export function customersOf() {
  return Array.from({ length: 24 }, (_, n) => ({
    id: `c${n + 1}`,
    name: `${NAMES[n % 12]} ${n < 12 ? 'Berg' : 'Lund'}`,
    email: `${NAMES[n % 12].toLowerCase()}${n + 1}@mail.example`,
    city: CITIES[(n * 7) % 4],
    tier: ['basic', 'silver', 'gold', 'basic'][(n * 5) % 4],
    credit: (n * 13) % 40,
  }));
}

/** @returns {Item[]} */
export function itemsOf() {
  return Array.from({ length: 20 }, (_, n) => ({
    id: `s${n + 1}`,
    name: `${n < 10 ? 'oak' : 'steel'} ${THINGS[n % 10]}`,
    maker: ['Norden', 'Alba', 'Kiruna'][n % 3],
    price: 20 + ((n * 37) % 90),
    stock: (n * 11) % 23,
    sold: true,
  }));
}

/** 300 orders, about 40 KB as JSON. @returns {Order[]} */
export function ordersOf() {
  const items = itemsOf();
  return Array.from({ length: 300 }, (_, n) => {
    const item = items[(n * 7) % 20];
    const quantity = 1 + ((n * 3) % 4);
    return {
      id: 1001 + n,
      customer: `c${1 + ((n * 5) % 24)}`,
      item: item.id,
      quantity,
      total: quantity * item.price,
      status: /** @type {const} */ (['delivered', 'sent', 'delivered', 'open', 'returned'])[
        (n * 3 + (n >> 4)) % 5
      ],
      placed: day(n % 150),
    };
  });
}

/** @returns {Invoice[]} */
export function invoicesOf() {
  return Array.from({ length: 60 }, (_, n) => ({
    id: `i${n + 1}`,
    customer: `c${1 + ((n * 11) % 24)}`,
    amount: 40 + ((n * 53) % 400),
    due: day(20 + ((n * 17) % 140)),
    status: n % 3 === 0 ? 'open' : 'paid',
  }));
}

/** @returns {Ticket[]} */
export function ticketsOf() {
  return Array.from({ length: 40 }, (_, n) => ({
    id: n + 1,
    customer: `c${1 + ((n * 7) % 24)}`,
    subject: SUBJECTS[n % 5],
    text: `Hello, I wrote to you ${1 + (n % 3)} times about this and still wait. It is about order ${1001 + n * 7}. ${SUBJECTS[n % 5]}, and nobody answers the phone.`,
    priority: /** @type {const} */ (['normal', 'low', 'high'])[(n * 5 + (n >> 2)) % 3],
    status: n % 4 === 1 ? 'closed' : 'open',
    assignee: n % 2 === 0 ? null : `e${1 + (n % 4)}`,
  }));
}

/** @returns {Employee[]} */
export function employeesOf() {
  return Array.from({ length: 10 }, (_, n) => ({
    id: `e${n + 1}`,
    name: NAMES[11 - n],
    email: `e${n + 1}@shop.example`,
    team: n < 4 ? 'support' : n < 7 ? 'sales' : 'finance',
  }));
}

/** @returns {Meeting[]} */
export function meetingsOf() {
  return Array.from({ length: 30 }, (_, n) => ({
    id: `m${n + 1}`,
    title: ['Stand-up', 'Review', 'Planning'][n % 3],
    start: day(60 + (n % 6), 8 + Math.floor(n / 6)),
    room: ['Fjord', 'Seine', 'Alta'][(n * 2 + Math.floor(n / 6)) % 3],
    attendees: [`e${1 + (n % 10)}`, `e${1 + ((n * 3 + 1) % 10)}`],
  }));
}

/** @returns {Carrier[]} */
export function carriersOf() {
  return [
    { id: 'post', base: 6, days: 4 },
    { id: 'van', base: 11, days: 2 },
    { id: 'jet', base: 24, days: 1 },
  ];
}
