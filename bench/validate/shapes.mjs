const text = { type: 'string' };
const closed = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const money = closed({
  amount: { type: 'number' },
  currency: { type: 'string', enum: ['EUR', 'USD', 'NOK'] },
});
const customer = closed({
  id: { type: 'string', minLength: 1 },
  name: text,
  address: closed({ street: text, city: text, country: text, postalCode: text }, [
    'street',
    'city',
    'country',
  ]),
});
const filter = closed(
  {
    statuses: { type: 'array', items: { type: 'string', enum: ['draft', 'active', 'closed'] } },
    owner: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    cost: closed({ atLeast: { type: 'number' }, atMost: { type: 'number' } }, []),
  },
  ['statuses', 'owner'],
);

/**
 * A shape of arguments, the method that takes them, and the code that an engineer would write to call it.
 * @typedef {object} Shape
 * @property {string} title
 * @property {string} member
 * @property {(string | null)[]} parameters
 * @property {object} schema
 * @property {(index: number) => object} args
 * @property {(service: import('./service.mjs').Service, args: any, signal?: AbortSignal) => unknown} apply
 */

const small = {
  title: 'two primitives',
  parameters: ['city', 'days'],
  schema: closed({ city: text, days: { type: 'number', enum: [1, 3, 7], default: 1 } }, ['city']),
  args: (index) => (index % 2 === 0 ? { city: 'Oslo', days: 3 } : { city: 'Bergen' }),
};
const nested = {
  title: 'nested filter',
  parameters: ['query', 'filter', 'limit'],
  schema: closed({ query: text, filter, limit: { type: 'number', default: 20 } }, ['query', 'filter']),
  args: (index) => ({
    query: 'late invoices',
    filter: {
      statuses: ['draft', 'active'],
      owner: index % 2 === 0 ? null : 'kari',
      cost: { atLeast: index },
    },
    limit: 10,
  }),
};
const large = {
  title: 'order of ten lines',
  parameters: ['customer', 'lines', 'note'],
  schema: closed(
    {
      customer,
      lines: { type: 'array', items: closed({ sku: text, quantity: { type: 'integer' }, price: money }) },
      note: text,
    },
    ['customer', 'lines'],
  ),
  args: (index) => ({
    customer: {
      id: `c${index}`,
      name: 'Kari',
      address: { street: 'Storgata 1', city: 'Oslo', country: 'NO' },
    },
    lines: Array.from({ length: 10 }, (_, line) => ({
      sku: `sku-${line}`,
      quantity: line + 1,
      price: { amount: 1990, currency: 'NOK' },
    })),
  }),
};
const watching = {
  title: 'one primitive, reads the signal',
  parameters: ['city', null],
  schema: closed({ city: text }),
  args: () => ({ city: 'Oslo' }),
};

/** @type {Shape[]} */
export const syncShapes = [
  { ...small, member: 'forecast', apply: (service, args) => service.forecast(args.city, args.days) },
  {
    ...nested,
    member: 'search',
    apply: (service, args) => service.search(args.query, args.filter, args.limit),
  },
  {
    ...large,
    member: 'order',
    apply: (service, args) => service.order(args.customer, args.lines, args.note),
  },
];

/** @type {Shape[]} */
export const asyncShapes = [
  {
    ...small,
    member: 'forecastAsync',
    apply: (service, args) => service.forecastAsync(args.city, args.days),
  },
  {
    ...nested,
    member: 'searchAsync',
    apply: (service, args) => service.searchAsync(args.query, args.filter, args.limit),
  },
  {
    ...large,
    member: 'orderAsync',
    apply: (service, args) => service.orderAsync(args.customer, args.lines, args.note),
  },
  {
    ...watching,
    member: 'watchAsync',
    apply: (service, args, signal) => service.watchAsync(args.city, { signal }),
  },
];
