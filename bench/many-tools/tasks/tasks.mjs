import { call, each, when } from './plan.mjs';

/** @param {import('./world/world.mjs').World} world */
const none = (effects) => () => ({ effects });

export const TASKS = [
  {
    name: 'credit',
    group: 'one call',
    question: 'Give customer c3 25 euros of store credit.',
    plan: [call('granted', 'grantCredit', "{ customer: 'c3', amount: 25 }", 'give a customer store credit')],
    expect: none([['grantCredit', 'c3', 25]]),
  },
  {
    name: 'reminders',
    group: 'fan-out',
    question: 'Remind the customers of all unpaid invoices, and tell how many there are.',
    plan: [
      call('unpaid', 'unpaidInvoices', '', 'list unpaid invoices'),
      each(
        'reminded',
        'invoice',
        'unpaid',
        'sendReminder',
        '{ invoice: invoice.id }',
        'send a reminder for an invoice',
      ),
    ],
    answer: 'unpaid.length',
    faults: { 'sendReminder["i7"]': 'unanswered' },
    expect: ({ invoices }) => {
      const open = invoices.filter(({ status }) => status === 'open');
      return { effects: open.map(({ id }) => ['sendReminder', id]), answer: open.length };
    },
  },
];
