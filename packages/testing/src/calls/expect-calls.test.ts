// L1
import type { ToolCallRecord } from '@toolwright/contract';
import * as fc from 'fast-check';
import { callMatchers, expectCalls, rawArguments } from '../index.js';

function call(name: string, args: unknown, result: unknown = 'ok'): ToolCallRecord {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { callId: name, name, arguments: text, outcome: { result, error: null } as never, durationMs: 1 };
}
const run = {
  toolCalls: [
    call('search', { query: 'inns', limit: 3 }),
    call('book', { city: 'Bergen', guests: [{ name: 'Ada' }], on: '2026-11-30T00:00:00.000Z' }, { id: 7 }),
    { ...call('pay', { amount: 5 }), outcome: { result: null, error: 'No money.' } } as never,
  ],
};
const messageOf = (check: () => unknown): string => {
  try {
    check();
  } catch (error) {
    expect(error).toMatchObject({ name: 'AssertionError' });
    return (error as Error).message;
  }
  throw new Error('It passed.');
};

it('finds calls with a part of their arguments', () => {
  expectCalls(run)
    .toContain('book')
    .toContain('book', { guests: [{ name: 'Ada' }] })
    .toContain('book', { on: new Date('2026-11-30T00:00:00Z') })
    .toContain('search', { limit: expect.any(Number) })
    .inOrder('search', ['pay', { amount: 5 }])
    .exactly(['search', { query: 'inns', limit: 3 }], 'book', 'pay')
    .none('cancel')
    .none('book', { city: 'Oslo' });
  expectCalls({ toolCalls: [] }).none().exactly();
});

it('shows the calls beside what was expected', () => {
  expect(messageOf(() => expectCalls(run).toContain('book', { city: 'Oslo' }))).toBe(
    `Expected a call of book {"city":"Oslo"}: its arguments differ.
The run made 3 calls:
  1. search {"query":"inns","limit":3} → "ok"
  2. book {"city":"Bergen","guests":[{"name":"Ada"}],"on":"2026-11-30T00:00:00.000Z"} → {"id":7}   ✕ city: "Bergen" instead of "Oslo"
  3. pay {"amount":5} → error: No money.`,
  );
  expect(messageOf(() => expectCalls(run).inOrder('pay', 'book'))).toBe(
    `Expected the calls in this order: pay, then book: book is missing after expected 1.
The run made 3 calls:
  1. search {"query":"inns","limit":3} → "ok"
  2. book {"city":"Bergen","guests":[{"name":"Ada"}],"on":"2026-11-30T00:00:00.000Z"} → {"id":7}
  3. pay {"amount":5} → error: No money.   ✓ expected 1`,
  );
  expect(messageOf(() => expectCalls(run).exactly(['search', { query: 'inns' }], 'pay'))).toContain(
    `Expected exactly the calls search {"query":"inns"}, then pay: call 1 is another one.`,
  );
  expect(messageOf(() => expectCalls(run).exactly(['search', { query: 'inns' }], 'pay'))).toContain(
    '✕ limit: 3 instead of nothing',
  );
  expect(messageOf(() => expectCalls(run).exactly('search', 'book', 'pay', 'mail'))).toContain(
    'call 4, mail, is missing',
  );
  expect(messageOf(() => expectCalls(run).none('pay'))).toContain('no call of pay: there is one.');
  expect(messageOf(() => expectCalls(run).none())).toContain('no calls: there are 3.');
  expect(messageOf(() => expectCalls({ toolCalls: [] }).toContain('pay'))).toBe(
    'Expected a call of pay: there is none.\nThe run made no calls.',
  );
});

it('takes calls whose arguments are no JSON, or have odd names, as they are', () => {
  const odd = { toolCalls: [call('a', '{"x":'), call('b', '{"__proto__":1}'), call('c', '')] };
  expectCalls(odd).toContain('a').none('a', { x: 1 }).toContain('c', {});
  expectCalls(odd).none('b', { constructor: expect.anything() });
  expect(messageOf(() => expectCalls(odd).toContain('a', { x: 1 }))).toContain(
    '"{\\"x\\":" instead of {"x":1}',
  );
});

it('takes {} for no arguments in `exactly`, and for any elsewhere', () => {
  const made = {
    toolCalls: [call('book', {}), call('book', ''), call('search', { limit: 3 }), call('pay', '{')],
  };
  expectCalls(made).exactly(['book', {}], ['book', {}], 'search', 'pay').toContain('search', {});
  expectCalls(made).exactly(['book', rawArguments('{}')], 'book', 'search', ['pay', rawArguments('{')]);
  expect(messageOf(() => expectCalls(made).exactly('book', 'book', ['search', {}], 'pay'))).toContain(
    '✕ limit: 3 instead of nothing',
  );
});

// L1
it('compares what is no JSON by its content', () => {
  const made = {
    toolCalls: [
      call('book', {
        ...{ prices: { single: 5, double: 8 }, floors: [[1, { rooms: 2 }]], tags: ['a', 'b'], data: 'AQI=' },
        ...{ total: '12345678901234567890', count: 7, on: '2026-01-01T00:00:00Z', day: '2026-01-01' },
      }),
    ],
  };
  const midnight = new Date('2026-01-01T00:00:00.000Z');
  const fitting = {
    prices: new Map([
      ['double', 8],
      ['single', 5],
    ]),
    floors: new Map([[1, { rooms: expect.any(Number) }]]),
    tags: new Set(['b', 'a']),
    ...{ data: Buffer.from([1, 2]), total: 12345678901234567890n, count: 7n, on: midnight, day: midnight },
  };
  expectCalls(made).toContain('book', fitting).exactly(['book', fitting]);
  expectCalls(made).toContain('book', { on: new Date('2026-01-01T01:00:00+01:00') });
  const others = [
    { prices: new Map() },
    { prices: new Map([['single', 5]]) },
    { prices: new Map([[1, 5]]) },
    { floors: new Map([[1, { rooms: 3 }]]) },
    { floors: new Map([[1, {}]]) },
    { floors: new Map() },
    ...[{ tags: new Set() }, { tags: new Set(['a']) }, { tags: new Set(['a', 'c']) }],
    ...[{ data: Buffer.from([1]) }, { total: 12345678901234567891n }, { count: 8n }, { prices: 5n }],
    ...[{ on: new Date('2026-01-01T00:00:01Z') }, { count: midnight }],
  ];
  for (const args of others) {
    expectCalls(made).none('book', args);
    expect(() => expectCalls(made).toContain('book', args)).toThrow('its arguments differ');
  }
  expect(
    messageOf(() => expectCalls(made).toContain('book', { prices: new Map([['single', 5]]) })),
  ).toContain('✕ prices: {"single":5,"double":8} instead of {"single":5}');
  expect(messageOf(() => expectCalls(made).toContain('book', { count: 8n }))).toContain(
    'Expected a call of book {"count":"8"}',
  );
});

// L1
it.each([
  [{ a: [{ b: /x/ }] }, 'book.a[0].b is the RegExp /x/'],
  [{ a: () => 1 }, 'book.a is a function'],
  [{ a: Symbol('x') }, 'book.a is a symbol'],
  [{ a: new (class Guest {})() }, 'book.a is an instance of Guest'],
  [{ a: new Map([['x', /y/]]) }, 'book.a[0][1] is the RegExp /y/'],
  [{ a: new Date('never') }, 'book.a is an invalid Date'],
  [{ a: new WeakMap() }, 'book.a is an instance of WeakMap'],
])('refuses an expectation that no call can meet, with its place: %s', (args, told) => {
  const error = expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(told) });
  expect(() => expectCalls(run).toContain('book', args)).toThrow(error);
  expect(() => expectCalls(run).none('book', args)).toThrow(error);
  expect(() => callMatchers.toHaveCalled(run, 'book', args)).toThrow(error);
});

it('has matchers for expect.extend', () => {
  const { toHaveCalled, toHaveCalledInOrder, toHaveCalledExactly } = callMatchers;
  expect(toHaveCalled(run, 'book', { city: 'Bergen' }).pass).toBe(true);
  expect(toHaveCalled(run, 'book', { city: 'Oslo' }).message()).toContain('city: "Bergen" instead of "Oslo"');
  expect(toHaveCalledInOrder(run, 'search', ['pay', { amount: 5 }]).pass).toBe(true);
  expect(toHaveCalledExactly(run, 'search').pass).toBe(false);
  expect(toHaveCalled(run, 'book').message()).toMatch(/^Not expected, but found\./);
});

it('refuses the promise of a run, also where .not would pass', () => {
  const promised = Promise.resolve(run);
  const awaits = 'Await the run: got a Promise';
  expect(messageOf(() => expectCalls(promised as never))).toContain(awaits);
  expect(messageOf(() => callMatchers.toHaveCalled(promised, 'gone'))).toContain(awaits);
  expect(messageOf(() => callMatchers.toHaveCalledInOrder(promised, 'gone'))).toContain(awaits);
  expect(messageOf(() => callMatchers.toHaveCalledExactly(promised, 'gone'))).toContain(awaits);
});

it('accepts the calls that a run made, and refuses any other number of them', () => {
  const calls = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.dictionary(fc.string(), fc.jsonValue())),
  );
  fc.assert(
    fc.property(calls, (made) => {
      const toolCalls = made.map(([name, args]) => call(name, args));
      // As JSON, which has no -0.
      const wanted = made.map(([name, args]) => [name, JSON.parse(JSON.stringify(args))] as const);
      expectCalls({ toolCalls })
        .exactly(...wanted)
        .inOrder(...wanted);
      expect(() => expectCalls({ toolCalls }).exactly(...wanted, 'a')).toThrow();
      expect(() => expectCalls({ toolCalls }).inOrder(...wanted, 'a')).toThrow();
    }),
  );
});

it.each<[string, unknown]>([
  ['{"amount":"5"}', { amount: 5 }],
  ['{"amount":5}', { amount: '5' }],
  ['{"amount":-0}', { amount: 0 }],
  ['{"amount":"true"}', { amount: true }],
  ['{"amount":5,"to":null}', { to: undefined }],
  ['{"amount":5}', { to: null }],
  ['{"url":"HTTP://EVIL.com"}', { url: new URL('http://evil.com/') }],
  ['{"n": 12345678901234567890}', { n: 12345678901234567890n }],
  ['{"n": 1e20}', { n: 100000000000000000000n }],
  ['{"n": "12345678901234567890"}', { n: 12345678901234567890n }],
  ['{"opts":"{\\"breakfast\\":true}"}', { opts: { breakfast: true } }],
  ['{"tags":"[1, 2]"}', { tags: [1, 2] }],
])('knows an unwanted call that is corrected before the tool runs: %s', (text, args) => {
  const made = { toolCalls: [call('pay', text)] };
  expect(messageOf(() => expectCalls(made).none('pay', args as object))).toContain('there is one');
  const { pass } = callMatchers.toHaveCalled.call({ isNot: true }, made, 'pay', args);
  expect(pass).toBe(true);
});

it('tells other numbers apart', () => {
  const made = { toolCalls: [call('pay', '{"n":12345678901234567891,"t":"5","u":"http://a/b"}')] };
  expectCalls(made)
    .none('pay', { n: 12345678901234567890n })
    .none('pay', { t: 6 })
    .none('pay', { u: new URL('http://a/c') })
    .toContain('pay', { n: 12345678901234567891n, u: new URL('HTTP://A/b') });
  expect(messageOf(() => expectCalls(made).toContain('pay', { t: 5 }))).toContain('"5" instead of 5');
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => expectCalls(made).none('pay', { n: odd })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining('pay.n is') }),
    );
});

it.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'x'],
  ['an object', {}],
  ['a list of calls', []],
  ['a function', () => run],
  ['a stream', (async function* () {})()],
])('throws for %s, which is no run', (_, value) => {
  const problem = {
    name: 'AssertionError',
    message: expect.stringContaining('Expected the result of a run'),
  };
  const checks = [
    () => expectCalls(value as never),
    () => callMatchers.toHaveCalled(value, 'a'),
    () => callMatchers.toHaveCalledInOrder(value, 'a'),
    () => callMatchers.toHaveCalledExactly(value, 'a'),
  ];
  for (const check of checks) expect(check).toThrow(expect.objectContaining(problem));
});

it('refuses what is no call', () => {
  for (const odd of [{ name: 'pay' }, ['mp', {}], 5])
    expect(() => expectCalls(run).none(odd as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
});
