// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the expressions of plans are texts
import { call, each, name } from '../plan.mjs';

/** Tasks in which a service fails once: before its effect, after it, or without any answer. */
export const FAULT = [
  {
    name: 'reminder-unanswered',
    question: 'Remind of all unpaid invoices of more than 150 euros.',
    plan: [
      call('unpaid', 'unpaidInvoices', ''),
      each(
        'sent',
        'invoice',
        'unpaid.filter((invoice) => invoice.amount > 150)',
        'sendReminder',
        '{ invoice: invoice.id }',
      ),
    ],
    faults: { 'sendReminder["i7"]': 'unanswered' },
    expect: ({ invoices }) => ({
      effects: invoices
        .filter(({ status, amount }) => status === 'open' && amount > 150)
        .map(({ id }) => ['sendReminder', id]),
    }),
  },
  {
    name: 'credit-refused',
    question: 'Give all silver and gold customers 10 euros of credit.',
    plan: [
      call('customers', 'listCustomers', ''),
      each(
        'given',
        'customer',
        "customers.filter((customer) => customer.tier !== 'basic')",
        'grantCredit',
        '{ customer: customer.id, amount: 10 }',
      ),
    ],
    faults: { 'grantCredit["c15",10]': 'refused' },
    expect: ({ customers }) => ({
      effects: customers.filter(({ tier }) => tier !== 'basic').map(({ id }) => ['grantCredit', id, 10]),
    }),
  },
  {
    name: 'charge-hangs',
    question: 'Charge the card of the customer of invoice i10 with its amount, and mark it as paid.',
    plan: [
      call('invoice', 'getInvoice', "{ invoice: 'i10' }"),
      call('charged', 'chargeCard', '{ customer: invoice.customer, amount: invoice.amount }'),
      call('marked', 'markPaid', "{ invoice: 'i10' }"),
    ],
    faults: { 'chargeCard["c4",117]': 'hanging' },
    expect: ({ invoices }) => ({
      effects: [
        ['chargeCard', invoices[9].customer, invoices[9].amount],
        ['markPaid', 'i10'],
      ],
    }),
  },
  {
    name: 'last-step-refused',
    question: 'Order two pieces of item s3 for customer c4, have the card charged, and mail a confirmation.',
    plan: [
      call('customer', 'getCustomer', "{ customer: 'c4' }"),
      call('item', 'getItem', "{ item: 's3' }"),
      call('placed', 'placeOrder', "{ customer: 'c4', item: 's3', quantity: 2 }"),
      call('charged', 'chargeCard', "{ customer: 'c4', amount: 2 * item.price }"),
      call(
        'mailed',
        'sendMail',
        "{ to: customer.email, subject: 'Your order', text: `2 pieces of ${item.name}` }",
      ),
    ],
    faults: { 'sendMail["dag4@mail.example","Your order","2 pieces of oak chair"]': 'refused' },
    expect: ({ items }) => ({
      effects: [
        ['placeOrder', 'c4', 's3', 2],
        ['chargeCard', 'c4', 2 * items[2].price],
        ['sendMail', 'dag4@mail.example', 'Your order', '2 pieces of oak chair'],
      ],
    }),
  },
  {
    name: 'idempotent-unanswered',
    question: 'Close all open tickets of low priority.',
    plan: [
      call('tickets', 'listTickets', "{ status: 'open' }"),
      each(
        'closed',
        'ticket',
        "tickets.filter((ticket) => ticket.priority === 'low')",
        'closeTicket',
        '{ ticket: ticket.id }',
      ),
    ],
    faults: { 'closeTicket[11]': 'unanswered' },
    expect: ({ tickets }) => ({
      effects: tickets
        .filter(({ status, priority }) => status === 'open' && priority === 'low')
        .map(({ id }) => ['closeTicket', id]),
    }),
  },
  {
    name: 'room-hangs',
    question:
      'Book a free room on 3 March 2026 at 9:00 UTC for an interview, and invite employees e1 and e2 to meeting m3.',
    plan: [
      name('start', "new Date('2026-03-03T09:00:00Z')"),
      call('rooms', 'freeRooms', '{ start }'),
      call('booked', 'bookRoom', "{ room: rooms[0], start, title: 'Interview' }"),
      each('invited', 'employee', "['e1', 'e2']", 'inviteEmployee', "{ meeting: 'm3', employee }"),
    ],
    faults: { 'bookRoom["Seine","2026-03-03T09:00:00.000Z","Interview"]': 'hanging' },
    expect: () => ({
      effects: [
        ['bookRoom', 'Seine', new Date('2026-03-03T09:00:00Z'), 'Interview'],
        ['inviteEmployee', 'm3', 'e1'],
        ['inviteEmployee', 'm3', 'e2'],
      ],
    }),
  },
];
