/** What ran, in order: `note 1`. */
export const calls = [];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Notes that a call with an effect ran. */
function effect(name, n) {
  calls.push(`${name} ${n}`);
  return `${name} ${n}`;
}

const DATE = new Date('2026-01-05T10:00:00Z');

/** What the tools of all products do. Each takes one object. */
export const IMPLEMENTATION = {
  order: ({ id }) => ({ id, item: 'lamp', price: 30 }),
  note: ({ n }) => effect('note', n),
  pay: ({ n }) => effect('pay', n),
  slow: async ({ ms }) => {
    await sleep(ms);
    return ms;
  },
  never: (_args) => new Promise(() => {}),
  big: ({ mb }) => 'x'.repeat(mb * 1_000_000),
  date: (_args) => DATE,
  map: (_args) => new Map([['lamp', 30]]),
  whole: (_args) => 10n ** 20n,
  bytes: (_args) => new Uint8Array([1, 2, 3]),
};

const PARAMETERS = { order: 'id', slow: 'ms', big: 'mb' };

/** Each tool with the number that it takes. */
export const TOOLS = Object.keys(IMPLEMENTATION).map((name) => ({
  name,
  parameter: PARAMETERS[name] ?? 'n',
  needsApproval: name === 'pay',
}));
