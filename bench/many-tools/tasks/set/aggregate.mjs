// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the expressions of plans are texts
import { call, name } from '../plan.mjs';

/** Tasks about results of up to 40 KB, of which little matters. */
export const AGGREGATE = [
  {
    name: 'revenue',
    question: 'What did all delivered orders of the shop bring in, in euros?',
    plan: [call('orders', 'exportOrders', '')],
    answer:
      "orders.filter((order) => order.status === 'delivered').reduce((sum, order) => sum + order.total, 0)",
    expect: ({ orders }) => {
      let answer = 0;
      for (const { status, total } of orders) if (status === 'delivered') answer += total;
      return { effects: [], answer };
    },
  },
  {
    name: 'audit',
    question:
      'How often did employee e6 delete something, by the audit log? Post the number to the channel security.',
    plan: [
      call('log', 'auditLog', ''),
      name('deleted', "log.filter((entry) => entry.employee === 'e6' && entry.action === 'delete').length"),
      call('posted', 'postMessage', "{ channel: 'security', text: `e6 deleted ${deleted} records.` }"),
    ],
    answer: 'deleted',
    expect: () => {
      let answer = 0;
      for (let n = 0; n < 400; n += 1)
        if (1 + ((n * 7) % 10) === 6 && (n * 3 + (n >> 3)) % 5 === 4) answer += 1;
      return { effects: [['postMessage', 'security', `e6 deleted ${answer} records.`]], answer };
    },
  },
  {
    name: 'best-customer',
    question:
      'Make the customer who spent most in all orders a gold customer, and give them 50 euros of credit.',
    plan: [
      call('orders', 'exportOrders', ''),
      name(
        'spent',
        'orders.reduce((sums, order) => sums.set(order.customer, (sums.get(order.customer) ?? 0) + order.total), new Map())',
      ),
      name('best', '[...spent].sort((a, b) => b[1] - a[1])[0][0]'),
      call('gold', 'setTier', "{ customer: best, tier: 'gold' }"),
      call('credit', 'grantCredit', '{ customer: best, amount: 50 }'),
    ],
    expect: ({ orders }) => {
      const spent = new Map();
      for (const { customer, total } of orders) spent.set(customer, (spent.get(customer) ?? 0) + total);
      const [[best]] = [...spent].sort(([, a], [, b]) => b - a);
      return {
        effects: [
          ['setTier', best, 'gold'],
          ['grantCredit', best, 50],
        ],
      };
    },
  },
  {
    name: 'by-maker',
    question: 'How many pieces of items of Kiruna were ordered altogether, without returned orders?',
    plan: [
      call('orders', 'exportOrders', ''),
      call('items', 'listItems', ''),
      name('own', "items.filter((item) => item.maker === 'Kiruna').map((item) => item.id)"),
    ],
    answer:
      "orders.filter((order) => order.status !== 'returned' && own.includes(order.item)).reduce((sum, order) => sum + order.quantity, 0)",
    expect: ({ orders, items }) => {
      let answer = 0;
      for (const { item, quantity, status } of orders)
        if (status !== 'returned' && items.find(({ id }) => id === item).maker === 'Kiruna')
          answer += quantity;
      return { effects: [], answer };
    },
  },
  {
    name: 'owed',
    question: 'How much do the customers in Paris owe us on unpaid invoices?',
    plan: [
      call('customers', 'listCustomers', ''),
      call('unpaid', 'unpaidInvoices', ''),
      name(
        'paris',
        "customers.filter((customer) => customer.city === 'Paris').map((customer) => customer.id)",
      ),
    ],
    answer:
      'unpaid.filter((invoice) => paris.includes(invoice.customer)).reduce((sum, invoice) => sum + invoice.amount, 0)',
    expect: ({ customers, invoices }) => {
      let answer = 0;
      for (const { customer, amount, status } of invoices)
        if (status === 'open' && customers.find(({ id }) => id === customer).city === 'Paris')
          answer += amount;
      return { effects: [], answer };
    },
  },
];
