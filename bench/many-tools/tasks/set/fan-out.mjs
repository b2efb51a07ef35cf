// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the expressions of plans are texts
import { call, each, name } from '../plan.mjs';

/** Tasks that do the same for 9 to 40 entries of a list. */
export const FAN_OUT = [
  {
    name: 'remind-all',
    question: 'Remind the customers of all unpaid invoices. How many are there?',
    plan: [
      call('unpaid', 'unpaidInvoices', ''),
      each('sent', 'invoice', 'unpaid', 'sendReminder', '{ invoice: invoice.id }'),
    ],
    answer: 'unpaid.length',
    expect: ({ invoices }) => {
      const open = invoices.filter(({ status }) => status === 'open');
      return { effects: open.map(({ id }) => ['sendReminder', id]), answer: open.length };
    },
  },
  {
    name: 'assign-all',
    question: 'Give all open tickets that nobody works on to the employee on call.',
    plan: [
      call('tickets', 'listTickets', "{ status: 'open' }"),
      call('expert', 'whoIsOnCall', ''),
      each(
        'given',
        'ticket',
        'tickets.filter((ticket) => ticket.assignee === null)',
        'assignTicket',
        '{ ticket: ticket.id, employee: expert.id }',
      ),
    ],
    expect: ({ tickets }) => ({
      effects: tickets
        .filter(({ status, assignee }) => status === 'open' && assignee === null)
        .map(({ id }) => ['assignTicket', id, 'e3']),
    }),
  },
  {
    name: 'mail-norway',
    question: 'Tell all customers in Oslo and Bergen by mail that the shop is closed on 17 May.',
    plan: [
      call('customers', 'listCustomers', ''),
      each(
        'mails',
        'customer',
        "customers.filter((customer) => ['Oslo', 'Bergen'].includes(customer.city))",
        'sendMail',
        "{ to: customer.email, subject: 'Closed', text: `Dear ${customer.name}, we are closed on 17 May.` }",
      ),
    ],
    expect: ({ customers }) => ({
      effects: customers
        .filter(({ city }) => city === 'Oslo' || city === 'Bergen')
        .map((one) => ['sendMail', one.email, 'Closed', `Dear ${one.name}, we are closed on 17 May.`]),
    }),
  },
  {
    name: 'reorder-low',
    question: 'Order 20 more pieces of each item of which fewer than 10 are left.',
    plan: [
      call('items', 'listItems', ''),
      each(
        'ordered',
        'item',
        'items.filter((item) => item.stock < 10)',
        'reorderItem',
        '{ item: item.id, quantity: 20 }',
      ),
    ],
    expect: ({ items }) => ({
      effects: items.filter(({ stock }) => stock < 10).map(({ id }) => ['reorderItem', id, 20]),
    }),
  },
  {
    name: 'late-parcels',
    question:
      'Look where the parcels of the sent orders from 1 to 25 January 2026 are, and report those that are more than 5 days late to the carrier as lost.',
    plan: [
      call('orders', 'ordersBetween', "{ from: new Date('2026-01-01'), to: new Date('2026-01-25') }"),
      name('sent', "orders.filter((order) => order.status === 'sent')"),
      each('tracks', 'order', 'sent', 'trackParcel', '{ order: order.id }'),
      each(
        'reports',
        'order',
        'sent.filter((_, n) => tracks[n].daysLate > 5)',
        'reportDamage',
        "{ order: order.id, text: 'Lost' }",
      ),
    ],
    expect: ({ orders }) => ({
      effects: orders
        .filter(({ status, placed }) => status === 'sent' && placed <= new Date('2026-01-25'))
        .filter(({ id }) => (id * 3) % 8 > 5)
        .map(({ id }) => ['reportDamage', id, 'Lost']),
    }),
  },
  {
    name: 'prices',
    question: 'Raise the prices of all items of Norden and Alba by 5 euros.',
    plan: [
      call('items', 'listItems', ''),
      each(
        'raised',
        'item',
        "items.filter((item) => item.maker !== 'Kiruna')",
        'setPrice',
        '{ item: item.id, price: item.price + 5 }',
      ),
    ],
    expect: ({ items }) => ({
      effects: items
        .filter(({ maker }) => maker === 'Norden' || maker === 'Alba')
        .map(({ id, price }) => ['setPrice', id, price + 5]),
    }),
  },
  {
    name: 'answer-all',
    question: 'Answer all open tickets: "We look into it."',
    plan: [
      call('tickets', 'listTickets', "{ status: 'open' }"),
      each(
        'answers',
        'ticket',
        'tickets',
        'replyToTicket',
        "{ ticket: ticket.id, text: 'We look into it.' }",
      ),
    ],
    expect: ({ tickets }) => ({
      effects: tickets
        .filter(({ status }) => status === 'open')
        .map(({ id }) => ['replyToTicket', id, 'We look into it.']),
    }),
  },
  {
    name: 'labels',
    question: 'Print the labels of the 40 oldest open orders of all customers.',
    plan: [
      call('orders', 'exportOrders', ''),
      name('open', "orders.filter((order) => order.status === 'open')"),
      name('oldest', 'open.sort((a, b) => new Date(a.placed).getTime() - new Date(b.placed).getTime())'),
      each('labels', 'order', 'oldest.slice(0, 40)', 'printLabel', '{ order: order.id }'),
    ],
    expect: ({ orders }) => {
      const open = orders.filter(({ status }) => status === 'open').sort((a, b) => a.placed - b.placed);
      return { effects: open.slice(0, 40).map(({ id }) => ['printLabel', id]) };
    },
  },
];
