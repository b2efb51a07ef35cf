import * as fc from 'fast-check';
import type { RunSummary } from '../../../src/protocol/requests.js';
import { chartRows, percentile } from './charts/chart-rows.js';
import { CALL_FAILED, COLUMNS, type RunView, readView, selectRuns, totalsOf, writeView } from './run-view.js';

const runOf = (runId: string, more: Partial<RunSummary> = {}): RunSummary => ({
  ...{ runId, agent: 'a', status: 'completed', startedAt: 0, input: '', toolCalls: 0 },
  ...{ from: 'live', controllable: false },
  ...more,
});
const idsOf = (runs: readonly RunSummary[]) => runs.map(({ runId }) => runId);
const noon = (day: number) => new Date(2026, 10, day, 12).getTime();

// K7
describe('the view of the runs', () => {
  it('is read from the address as it was written', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const day = fc.constantFrom('2026-11-26', '1999-01-01');
    const view: fc.Arbitrary<RunView> = fc.record(
      {
        ...{ agent: text, status: text, tool: text, text, since: day, until: day },
        sort: fc.constantFrom(...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])),
        order: fc.constantFrom('up' as const, 'down' as const),
        charts: fc.constantFrom('day' as const, 'agent' as const, 'tool' as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(view, (given) => expect(readView(writeView(given))).toEqual(given)));
  });

  it('skips what is not valid in an address', () => {
    expect(readView('since=x&until=2026-1-1&sort=__proto__&order=sideways&charts=moon&agent=')).toEqual({});
  });

  it('filters by agent, state, tool, day and text, also of answers', () => {
    const runs = [
      runOf('1', { startedAt: noon(3), agent: 'b', tools: ['dig'], answer: 'A Fox.' }),
      runOf('2', { startedAt: noon(2), status: 'error' }),
      runOf('3', { startedAt: noon(1), input: 'fox', tools: ['dig', 'fly'], failedTools: ['fly'] }),
    ];
    const shown = (view: RunView) => idsOf(selectRuns(runs, view)).join();
    expect(shown({})).toBe('1,2,3');
    expect(shown({ agent: 'b' })).toBe('1');
    expect(shown({ status: 'error' })).toBe('2');
    expect(shown({ tool: 'dig' })).toBe('1,3');
    expect(shown({ text: ' FOX ' })).toBe('1,3');
    expect(shown({ since: '2026-11-02' })).toBe('1,2');
    expect(shown({ since: '2026-11-02', until: '2026-11-02' })).toBe('2');
    expect(shown({ agent: 'b', status: 'error' })).toBe('');
    expect(shown({ status: CALL_FAILED })).toBe('3');
    expect(shown({ status: CALL_FAILED, tool: 'fly' })).toBe('3');
    expect(shown({ status: CALL_FAILED, tool: 'dig' })).toBe('');
  });

  it('sorts by each column, up and down; runs without a value come last in both', () => {
    const runs = [runOf('1', { cost: 2 }), runOf('2'), runOf('3', { cost: 1 })];
    expect(idsOf(selectRuns(runs, { sort: 'cost', order: 'up' }))).toEqual(['3', '1', '2']);
    expect(idsOf(selectRuns(runs, { sort: 'cost', order: 'down' }))).toEqual(['1', '3', '2']);
    expect(idsOf(selectRuns(runs, { sort: 'start', order: 'up' }))).toEqual(['3', '2', '1']);
  });

  it('adds up what is known', () => {
    const usage = { inputTokens: 10, outputTokens: 1 };
    const runs = [
      runOf('1', { usage, cost: 0.5 }),
      runOf('2', { status: 'interrupted' }),
      runOf('3', { status: 'error', usage, cost: 0 }),
    ];
    expect(totalsOf(runs)).toEqual({ runs: 3, errors: 2, tokens: 22, cost: 0.5, priced: 2 });
  });
});

describe('the numbers of the charts', () => {
  it('has percentiles that the right share of the values does not exceed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.constantFrom(0.5, 0.95), (values, share) => {
        const found = percentile(values, share) ?? Number.NaN;
        expect(values).toContain(found);
        expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(share * values.length);
        expect(values.filter((value) => value < found).length).toBeLessThan(share * values.length);
      }),
    );
    expect(percentile([], 0.5)).toBeUndefined();
  });

  it('has a row for each day in order, each agent, and each tool that a run has called', () => {
    const runs = [
      runOf('1', { startedAt: noon(2), durationMs: 30, tools: ['dig', 'fly'], cost: 1 }),
      runOf('2', { startedAt: noon(1), durationMs: 10, status: 'refused', agent: '__proto__' }),
      runOf('3', { startedAt: noon(2), tools: ['fly'], failedTools: ['fly'] }),
    ];
    expect(chartRows(runs, 'day')).toEqual([
      { name: '2026-11-01', runs: 1, errors: 1, tokens: 0, cost: undefined, median: 10, p95: 10 },
      { name: '2026-11-02', runs: 2, errors: 0, tokens: 0, cost: 1, median: 30, p95: 30 },
    ]);
    expect(chartRows(runs, 'agent').map(({ name, runs }) => [name, runs])).toEqual([
      ['a', 2],
      ['__proto__', 1],
    ]);
    expect(chartRows(runs, 'tool').map(({ name, runs, errors }) => [name, runs, errors])).toEqual([
      ['fly', 2, 1],
      ['dig', 1, 0],
    ]);
  });
});
