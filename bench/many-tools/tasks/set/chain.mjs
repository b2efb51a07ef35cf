// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the expressions of plans are texts
import { call, each, name } from '../plan.mjs';

/** Tasks whose calls depend on earlier ones. */
export const CHAIN = [
  {
    name: 'reserve',
    question: 'Set one steel sofa aside for Gro Lund, and confirm it by mail.',
    plan: [
      call('found', 'findCustomers', "{ text: 'Gro Lund' }"),
      call('sofas', 'searchItems', "{ text: 'steel sofa' }"),
      name('gro', 'found[0]'),
      call('reserved', 'reserveItem', '{ item: sofas[0].id, customer: gro.id, quantity: 1 }'),
      call(
        'mailed',
        'sendMail',
        "{ to: gro.email, subject: 'Reserved', text: `We keep the ${sofas[0].name} for you.` }",
      ),
    ],
    expect: () => ({
      effects: [
        ['reserveItem', 's15', 'c19', 1],
        ['sendMail', 'gro19@mail.example', 'Reserved', 'We keep the steel sofa for you.'],
      ],
    }),
  },
  {
    name: 'spare-part',
    question: 'Ask the maker of what customer c6 ordered last for a spare part.',
    plan: [
      call('orders', 'listOrders', "{ customer: 'c6' }"),
      call('item', 'getItem', '{ item: orders[orders.length - 1].item }'),
      call('makers', 'listMakers', ''),
      call(
        'mailed',
        'sendMail',
        "{ to: makers.filter((maker) => maker.name === item.maker)[0].email, subject: 'Spare part', text: `We need a part of ${item.name}.` }",
      ),
    ],
    expect: ({ orders, items }) => {
      const last = orders.filter(({ customer }) => customer === 'c6').at(-1);
      const { maker, name: title } = items.find(({ id }) => id === last.item);
      const to = `${maker.toLowerCase()}@makers.example`;
      return { effects: [['sendMail', to, 'Spare part', `We need a part of ${title}.`]] };
    },
  },
  {
    name: 'on-call',
    question:
      'Let the employee on call take over ticket 12, tell the customer by name, and put "Ticket 12" on the to-do list of the employee.',
    plan: [
      call('ticket', 'getTicket', '{ ticket: 12 }'),
      call('expert', 'whoIsOnCall', ''),
      call('customer', 'getCustomer', '{ customer: ticket.customer }'),
      call('given', 'assignTicket', '{ ticket: 12, employee: expert.id }'),
      call(
        'told',
        'replyToTicket',
        '{ ticket: 12, text: `Dear ${customer.name}, ${expert.name} takes care of it.` }',
      ),
      call('task', 'createTask', "{ employee: expert.id, text: 'Ticket 12' }"),
    ],
    expect: () => ({
      effects: [
        ['assignTicket', 12, 'e3'],
        ['replyToTicket', 12, 'Dear Finn Berg, Jon takes care of it.'],
        ['createTask', 'e3', 'Ticket 12'],
      ],
    }),
  },
  {
    name: 'cheapest',
    question:
      'Send order 1010 with the carrier that is cheapest for the city of its customer, and print the label.',
    plan: [
      call('order', 'getOrder', '{ order: 1010 }'),
      call('carriers', 'listCarriers', ''),
      call('customer', 'getCustomer', '{ customer: order.customer }'),
      each('costs', 'carrier', 'carriers', 'shippingCost', '{ carrier: carrier.id, city: customer.city }'),
      call(
        'booked',
        'bookPickup',
        '{ order: 1010, carrier: carriers[costs.indexOf(Math.min(...costs))].id }',
      ),
      call('label', 'printLabel', '{ order: 1010 }'),
    ],
    expect: () => ({
      effects: [
        ['bookPickup', 1010, 'post'],
        ['printLabel', 1010],
      ],
    }),
  },
  {
    name: 'later',
    question:
      'Move the first planning of 4 March 2026 to one hour later, in any room that is free then, and book it.',
    plan: [
      call('meetings', 'listMeetings', "{ day: new Date('2026-03-04') }"),
      name('planning', "meetings.filter((meeting) => meeting.title === 'Planning')[0]"),
      name('later', 'new Date(new Date(planning.start).getTime() + 3600_000)'),
      call('rooms', 'freeRooms', '{ start: later }'),
      call('booked', 'bookRoom', "{ room: rooms[0], start: later, title: 'Planning' }"),
      call('moved', 'moveMeeting', '{ meeting: planning.id, start: later }'),
    ],
    expect: ({ meetings }) => {
      const planning = meetings.find(
        ({ title, start }) => title === 'Planning' && start.toISOString().startsWith('2026-03-04'),
      );
      const later = new Date(planning.start.getTime() + 3_600_000);
      const taken = meetings
        .filter(({ start }) => start.getTime() === later.getTime())
        .map(({ room }) => room);
      const room = ['Fjord', 'Seine', 'Alta'].find((one) => !taken.includes(one));
      return {
        effects: [
          ['bookRoom', room, later, 'Planning'],
          ['moveMeeting', planning.id, later],
        ],
      };
    },
  },
];
