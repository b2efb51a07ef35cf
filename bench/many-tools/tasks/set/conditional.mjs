import { call, name, when } from '../plan.mjs';

/** Tasks in which a result decides what is done. */
export const CONDITIONAL = [
  {
    name: 'umbrellas',
    question: 'If it rains in Bergen, remind the channel team of umbrellas; if not, of sunglasses.',
    plan: [
      call('weather', 'weatherIn', "{ city: 'Bergen' }"),
      when("weather === 'rain'", call('rain', 'postMessage', "{ channel: 'team', text: 'Umbrellas!' }")),
      when("weather === 'sun'", call('sun', 'postMessage', "{ channel: 'team', text: 'Sunglasses!' }")),
    ],
    expect: () => ({ effects: [['postMessage', 'team', 'Umbrellas!']] }),
  },
  {
    name: 'low-stock',
    question: 'If fewer than 15 pieces of item s2 are left, order 40 more and tell the channel stock.',
    plan: [
      call('item', 'getItem', "{ item: 's2' }"),
      when(
        'item.stock < 15',
        call('ordered', 'reorderItem', "{ item: 's2', quantity: 40 }"),
        call('told', 'postMessage', "{ channel: 'stock', text: 's2 is coming' }"),
      ),
    ],
    expect: () => ({
      effects: [
        ['reorderItem', 's2', 40],
        ['postMessage', 'stock', 's2 is coming'],
      ],
    }),
  },
  {
    name: 'nothing-to-do',
    question: 'If more than 15 pieces of item s2 are left, lower its price to 50 euros.',
    plan: [
      call('item', 'getItem', "{ item: 's2' }"),
      when('item.stock > 15', call('priced', 'setPrice', "{ item: 's2', price: 50 }")),
    ],
    expect: () => ({ effects: [] }),
  },
  {
    name: 'overdue',
    question:
      'If customer c1 has an unpaid invoice that was due before 1 April 2026, send a reminder for the oldest of them. Otherwise give 5 euros of credit.',
    plan: [
      call('invoices', 'listInvoices', "{ customer: 'c1' }"),
      name(
        'late',
        "invoices.filter((invoice) => invoice.status === 'open' && new Date(invoice.due) < new Date('2026-04-01')).sort((a, b) => new Date(a.due).getTime() - new Date(b.due).getTime())",
      ),
      when('late.length > 0', call('sent', 'sendReminder', '{ invoice: late[0].id }')),
      when('late.length === 0', call('given', 'grantCredit', "{ customer: 'c1', amount: 5 }")),
    ],
    expect: ({ invoices }) => {
      const [oldest] = invoices
        .filter(
          ({ customer, status, due }) =>
            customer === 'c1' && status === 'open' && due < new Date('2026-04-01'),
        )
        .sort((a, b) => a.due - b.due);
      return { effects: [oldest ? ['sendReminder', oldest.id] : ['grantCredit', 'c1', 5]] };
    },
  },
  {
    name: 'late-parcel',
    question:
      'If the parcel of order 1033 is more than 2 days late, give its customer 15 euros of credit, and escalate ticket 7. Otherwise close ticket 7.',
    plan: [
      call('track', 'trackParcel', '{ order: 1033 }'),
      when(
        'track.daysLate > 2',
        call('order', 'getOrder', '{ order: 1033 }'),
        call('given', 'grantCredit', '{ customer: order.customer, amount: 15 }'),
        call('escalated', 'escalateTicket', '{ ticket: 7 }'),
      ),
      when('track.daysLate <= 2', call('closed', 'closeTicket', '{ ticket: 7 }')),
    ],
    expect: ({ orders }) => ({
      effects: [
        ['grantCredit', orders[32].customer, 15],
        ['escalateTicket', 7],
      ],
    }),
  },
];
