// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the expressions of plans are texts
import { call, each } from '../plan.mjs';

/** Tasks with calls on which a person decides. */
export const APPROVAL = [
  {
    name: 'refund',
    question: 'Pay order 1015 back in full.',
    plan: [
      call('order', 'getOrder', '{ order: 1015 }'),
      call('paid', 'refundOrder', '{ order: 1015, amount: order.total }'),
    ],
    expect: ({ orders }) => ({ effects: [['refundOrder', 1015, orders[14].total]] }),
  },
  {
    name: 'refund-returned',
    question: 'Pay half of each returned order of customer c9 back, and mail them how many there were.',
    plan: [
      call('orders', 'listOrders', "{ customer: 'c9' }"),
      call('customer', 'getCustomer', "{ customer: 'c9' }"),
      each(
        'paid',
        'order',
        "orders.filter((order) => order.status === 'returned')",
        'refundOrder',
        '{ order: order.id, amount: order.total / 2 }',
      ),
      call(
        'mailed',
        'sendMail',
        "{ to: customer.email, subject: 'Refunds', text: `${paid.length} orders are paid back.` }",
      ),
    ],
    expect: ({ orders, customers }) => {
      const returned = orders.filter(({ customer, status }) => customer === 'c9' && status === 'returned');
      return {
        effects: [
          ...returned.map(({ id, total }) => ['refundOrder', id, total / 2]),
          ['sendMail', customers[8].email, 'Refunds', `${returned.length} orders are paid back.`],
        ],
      };
    },
  },
  {
    name: 'write-off',
    question: 'Write all unpaid invoices of less than 130 euros off.',
    plan: [
      call('unpaid', 'unpaidInvoices', ''),
      each(
        'written',
        'invoice',
        'unpaid.filter((invoice) => invoice.amount < 130)',
        'writeOffInvoice',
        '{ invoice: invoice.id }',
      ),
    ],
    expect: ({ invoices }) => ({
      effects: invoices
        .filter(({ status, amount }) => status === 'open' && amount < 130)
        .map(({ id }) => ['writeOffInvoice', id]),
    }),
  },
  {
    name: 'denied-deletion',
    question:
      'Delete customer c11. If that is not allowed, leave the note "Wants to be deleted" in their file.',
    plan: [
      call('deleted', 'deleteCustomer', "{ customer: 'c11' }", {
        orElse: [call('noted', 'addNote', "{ customer: 'c11', text: 'Wants to be deleted' }")],
      }),
    ],
    denies: ['deleteCustomer'],
    expect: () => ({ effects: [['addNote', 'c11', 'Wants to be deleted']] }),
  },
  {
    name: 'supplies',
    question:
      'Order 12 boxes of paper for the office, pay employee e5 34 euros back, and put "Unpack paper" on their list.',
    plan: [
      call('ordered', 'orderSupplies', "{ what: 'paper', quantity: 12 }"),
      call('paid', 'reimburseEmployee', "{ employee: 'e5', amount: 34 }"),
      call('task', 'createTask', "{ employee: 'e5', text: 'Unpack paper' }"),
    ],
    expect: () => ({
      effects: [
        ['orderSupplies', 'paper', 12],
        ['reimburseEmployee', 'e5', 34],
        ['createTask', 'e5', 'Unpack paper'],
      ],
    }),
  },
];
