import { call } from '../plan.mjs';

const only =
  (...effects) =>
  () => ({ effects });

/** Tasks of one call. */
export const ONE_CALL = [
  {
    name: 'credit',
    question: 'Give customer c3 25 euros of store credit.',
    plan: [call('granted', 'grantCredit', "{ customer: 'c3', amount: 25 }")],
    expect: only(['grantCredit', 'c3', 25]),
  },
  {
    name: 'order-status',
    question: 'What is the status of order 1042?',
    plan: [call('order', 'getOrder', '{ order: 1042 }')],
    answer: 'order.status',
    expect: ({ orders }) => ({ effects: [], answer: orders[41].status }),
  },
  {
    name: 'reorder',
    question: 'Get 30 more pieces of item s4 from the maker.',
    plan: [call('done', 'reorderItem', "{ item: 's4', quantity: 30 }")],
    expect: only(['reorderItem', 's4', 30]),
  },
  {
    name: 'rate',
    question: 'How many Norwegian crowns is one euro?',
    plan: [call('rate', 'exchangeRate', "{ currency: 'NOK' }")],
    answer: 'rate',
    expect: () => ({ effects: [], answer: 11.5 }),
  },
  {
    name: 'to-do',
    question: 'Put "Call Ada Berg back" on the to-do list of employee e2.',
    plan: [call('done', 'createTask', "{ employee: 'e2', text: 'Call Ada Berg back' }")],
    expect: only(['createTask', 'e2', 'Call Ada Berg back']),
  },
];
