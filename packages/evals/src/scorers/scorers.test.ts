// L4
import type { RunResult, ToolCallRecord } from '@toolwright/contract';
import fc from 'fast-check';
import { calls, contains, cost, duration, exact, matches, type Scorer, schema, tokens } from '../index.js';
import { readScore } from '../run/score-attempt.js';
import { countPairs } from './count-pairs.js';
import { nameScorers } from './name-scorers.js';

function call(name: string, args: object): ToolCallRecord {
  const outcome = { result: 'ok', error: null };
  return { callId: name, name, arguments: JSON.stringify(args), outcome: outcome as never, durationMs: 1 };
}

const toolCalls = [
  call('find', { city: 'Oslo', limit: 3 }),
  call('find', { city: 'Bergen' }),
  call('refund', { id: 7 }),
];

async function score(scorer: Scorer, result: Partial<RunResult>, expected?: unknown, costs?: number) {
  const usage = { inputTokens: 70, outputTokens: 30 };
  const attempt = {
    case: { id: 'c', input: 'x', ...(expected !== undefined && { expected }) },
    result: { finalResponse: '', toolCalls, ...result } as RunResult,
    ...{ repetition: 1, events: [], durationMs: 250, usage, ...(costs !== undefined && { cost: costs }) },
  };
  const signal = new AbortController().signal;
  return readScore(await scorer.score(attempt, { signal, onUsage: () => {} }));
}
const passed = { score: 1, passed: true };
const failed = (reason: unknown) => ({ score: 0, passed: false, reason });

it('compares answers as texts and as values', async () => {
  expect(await score(exact(), { finalResponse: ' Oslo\n' }, 'Oslo')).toEqual(passed);
  expect(await score(exact(), { finalResponse: 'oslo' }, 'Oslo')).toEqual(
    failed('expected "Oslo", but the answer is "oslo"'),
  );
  expect(await score(exact({ ignoreCase: true }), { finalResponse: 'oslo' }, 'Oslo')).toEqual(passed);
  expect(await score(exact(), { finalResponse: '{"b":2,"a":1}' }, { a: 1, b: 2 })).toEqual(passed);
  expect(await score(exact(), { output: { a: 1 } }, { a: 1 })).toEqual(passed);
  expect(await score(exact(), { output: null }, null)).toEqual(passed);
  expect(await score(exact(), { finalResponse: 'null' }, null)).toEqual(passed);
  await expect(score(exact(), { finalResponse: '' })).rejects.toThrow("The case has no 'expected'.");
});

it('scores the share of the texts that an answer contains', async () => {
  expect(await score(contains(), { finalResponse: 'to Oslo' }, 'Oslo')).toEqual(passed);
  expect(await score(contains(['Oslo', 'Bergen']), { finalResponse: 'to Oslo' })).toEqual({
    ...{ score: 0.5, passed: false, reason: 'the answer lacks "Bergen"' },
  });
  expect(await score(contains('OSLO', { ignoreCase: true }), { finalResponse: 'Oslo' })).toEqual(passed);
  for (const nothing of ['', [], ['']])
    await expect(score(contains(), { finalResponse: 'Oslo' }, nothing)).rejects.toThrow('expects no text');
  await expect(score(contains(), { finalResponse: 'Oslo' }, { a: 1 })).rejects.toThrow('use `exact`');
});

it('ends a pattern that backtracks without end, as an error of the scorer', async () => {
  expect(await score(matches(/^\d+ kr$/i), { finalResponse: '30 KR' })).toEqual(passed);
  expect(await score(matches(/x/g), { finalResponse: 'y' })).toEqual(
    failed('the answer does not match /x/g: "y"'),
  );
  await expect(score(matches(/^(a+)+$/), { finalResponse: `${'a'.repeat(50)}b` })).rejects.toThrow(
    '/^(a+)+$/ takes longer than 1000 ms on this answer.',
  );
});

it('validates answers with a schema', async () => {
  const price = schema({ type: 'object', properties: { price: { type: 'number' } }, required: ['price'] });
  expect(await score(price, { finalResponse: '{"price":3}' })).toEqual(passed);
  expect(await score(price, { output: { price: 3 } })).toEqual(passed);
  expect(await score(price, { finalResponse: '{"price":"3"}' })).toEqual(
    failed(expect.stringContaining('price')),
  );
  expect(await score(price, { finalResponse: 'three' })).toMatchObject({ passed: false });
  expect(() => schema({ type: 'nonsense' as never })).toThrow('The schema is not valid');
});

it('scores trajectories', async () => {
  const oslo: readonly [string, object] = ['find', { city: 'Oslo' }];
  expect(await score(calls.inOrder(oslo, 'refund'), {})).toEqual(passed);
  expect(await score(calls.inOrder('refund', oslo), {})).toEqual(
    failed(expect.stringContaining('1. find {"city":"Oslo"')),
  );
  expect(await score(calls.exactly('find', 'find', 'refund'), {})).toEqual(passed);
  expect(await score(calls.exactly('find', 'refund'), {})).toMatchObject({ passed: false });
  expect(await score(calls.anyOrder('refund', ['find', { city: 'Bergen' }]), {})).toEqual(passed);
  expect(await score(calls.anyOrder('refund', 'pay'), {})).toEqual({
    ...{ score: 0.5, passed: false, reason: '1 of 2 expected calls were made; made: find, find, refund' },
  });
  expect(await score(calls.contains('refund', { id: 7 }), {})).toEqual(passed);
  expect(await score(calls.none('pay'), {})).toEqual(passed);
  expect(await score(calls.none(), {})).toMatchObject({ passed: false });
  expect(await score(calls.precision(['find', 'refund']), {})).toMatchObject({ score: 2 / 3, passed: false });
  expect(await score(calls.precision(['find', 'refund'], 0.6), {})).toMatchObject({ passed: true });
  expect(await score(calls.recall(['find', 'refund', 'pay', 'mail']), {})).toMatchObject({ score: 0.5 });
  expect(await score(calls.precision(['find']), { toolCalls: [] })).toEqual(passed);
});

it('scores cost, time and tokens', async () => {
  expect(await score(tokens(100), {})).toEqual(passed);
  expect(await score(tokens(50), {})).toEqual({
    score: 0.5,
    passed: false,
    reason: '100, but the limit is 50',
  });
  expect(await score(duration(125), {})).toEqual({
    ...{ score: 0.5, passed: false, reason: '250 ms, but the limit is 125 ms' },
  });
  expect(await score(cost(1), {}, undefined, 2)).toEqual({
    score: 0.5,
    passed: false,
    reason: '2, but the limit is 1',
  });
  await expect(score(cost(1), {})).rejects.toThrow('The cost of the run is not known');
});

it('gives scorers unique names, and versions that change with their options', () => {
  const own = () => true;
  const [one, two, three, four] = nameScorers([contains(), contains('x'), own, () => false]);
  expect([one, two, three, four].map((scorer) => scorer?.name)).toEqual([
    'contains',
    'contains 2',
    'own',
    'scorer 4',
  ]);
  expect(new Set([one, two, three, four].map((scorer) => scorer?.version)).size).toBe(4);
  expect(nameScorers([contains('x')])[0]?.version).toBe(two?.version);
});

it('refuses scorers that every run would pass', () => {
  for (const create of [
    () => calls.inOrder(),
    () => calls.anyOrder(),
    () => calls.recall([]),
    () => calls.precision([]),
  ])
    expect(create).toThrow('needs at least one call.');
});

it('refuses scores that are none', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  for (const detail of [1n, cycle])
    expect(() => readScore({ score: 1, passed: true, detail: detail as never })).toThrow(
      "'detail' of the score is no JSON",
    );
  expect(readScore(0.5)).toEqual({ score: 0.5, passed: false });
  expect(readScore(1)).toEqual(passed);
  for (const given of [Number.NaN, -1, 2, { score: 'x', passed: true }, { score: 1 }, undefined, 'good']) {
    expect(() => readScore(given as never)).toThrow(/score/);
  }
});

it('counts as many pairs as any assignment can', () => {
  const best = (lefts: readonly number[], rights: readonly number[]): number => {
    const [first, ...rest] = lefts;
    if (first === undefined) return 0;
    const used = rights.map((right, index) =>
      (first & right) === 0 ? 0 : 1 + best(rest, rights.toSpliced(index, 1)),
    );
    return Math.max(best(rest, rights), ...used);
  };
  const few = fc.array(fc.nat(7), { maxLength: 5 });
  fc.assert(
    fc.property(few, few, (lefts, rights) => {
      expect(countPairs(lefts, rights, (left, right) => (left & right) !== 0)).toBe(best(lefts, rights));
    }),
  );
});

it('gives each scorer a name of its own, whatever names are given', () => {
  const plain = (name: string) => ({ name, score: () => true });
  expect(nameScorers(['polite', 'polite', 'polite 2', 'polite'].map(plain)).map(({ name }) => name)).toEqual([
    ...['polite', 'polite 2', 'polite 2 2', 'polite 3'],
  ]);
  const names = fc.array(fc.constantFrom('a', 'a 2', 'a 3', 'a 2 2', ' a', '', 'scorer 1', '__proto__'));
  fc.assert(
    fc.property(names, (given) => {
      const named = nameScorers(given.map(plain)).map(({ name }) => name);
      expect(new Set(named).size).toBe(given.length);
      // What comes later changes no name.
      expect(nameScorers(given.slice(0, 3).map(plain)).map(({ name }) => name)).toEqual(named.slice(0, 3));
    }),
  );
});

it('does not know tokens and cost that are not reported', async () => {
  const attempt = {
    ...{ case: { id: 'c', input: 'x' }, repetition: 1, events: [], durationMs: 1, cost: 0 },
    ...{ result: { finalResponse: 'Long.' } as RunResult, usage: { inputTokens: 0, outputTokens: 0 } },
  };
  const options = { signal: new AbortController().signal, onUsage: () => {} };
  for (const scorer of [tokens(5), cost(1)])
    expect(() => scorer.score(attempt, options)).toThrow('it reports no tokens');
  expect(await score(cost(1), {}, undefined, 0)).toEqual(passed);
  expect(() => readScore({ score: 0, passed: true })).toThrow('contradict each other');
});
