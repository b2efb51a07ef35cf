import { Ledger } from './ledger.js';

type Counting = Exclude<keyof Ledger, 'budget' | 'used' | 'refused' | 'toJSON' | 'some'>;

/** Calls each counting method so that it changes its counters. The compiler requires every method. */
const COUNT: Readonly<Record<Counting, (ledger: Ledger) => unknown>> = {
  addRequest: (ledger) => ledger.addRequest({ inputTokens: 1, outputTokens: Number.NaN }, 0.5),
  addLostRequest: (ledger) => ledger.addLostRequest(),
  takeToolCall: (ledger) => ledger.takeToolCall(),
};

function fill(ledger: Ledger): Ledger {
  for (const count of Object.values(COUNT)) count(ledger);
  return ledger;
}

describe('a ledger', () => {
  it('keeps all its counters in a pause', () => {
    const filled = fill(new Ledger({}));
    const empty = new Ledger({}).used;
    for (const [name, value] of Object.entries(empty)) expect(filled.used).not.toHaveProperty(name, value);
    const resumed = new Ledger({}, undefined, JSON.parse(JSON.stringify(filled)));
    expect(resumed).toEqual(filled);
  });

  it('also counts for the parent runs', () => {
    const top = new Ledger({});
    const { used } = fill(new Ledger({}, new Ledger({}, top)));
    expect(top.used).toEqual(used);
  });

  it('keeps an unknown cost unknown after a pause', () => {
    const ledger = new Ledger({});
    ledger.addRequest(undefined, undefined);
    const resumed = new Ledger({}, undefined, JSON.parse(JSON.stringify(ledger)));
    resumed.addRequest(undefined, 1);
    expect(resumed.used.cost).toBeNull();
  });

  it('starts at 0 for counters that an earlier version did not have', () => {
    expect(new Ledger({}, undefined, { toolCalls: 2 }).used).toEqual({
      ...new Ledger({}).used,
      toolCalls: 2,
    });
  });
});
