import * as fc from 'fast-check';
import type { RunSummary } from '../../../src/protocol/requests.js';
import { readLine } from '../../../src/record/read-line.js';
import { RunSteps, type StepRow } from '../../../src/timeline/run-steps.js';
import { longRun, richRun } from '../../test/fixture/run-lines.js';
import { describeStep } from './describe-step.js';
import { columnsOf, denseLanes } from './draw-density.js';
import { layOut } from './layout.js';
import { runFacts } from './run-facts.js';
import { ancestors, barOf, foldEnds, isError, type StepFilter, treeLines } from './step-tree.js';

const AT = Date.UTC(2026, 10, 26);

function recordOf(lines: string): RunSteps {
  const record = new RunSteps();
  for (const [index, line] of lines.trim().split('\n').entries()) {
    const entry = readLine(line);
    if (entry !== undefined) record.add([{ ...entry, sequence: index + 1 }]);
  }
  return record;
}

const rows = recordOf(richRun('r', AT)).rows();
const ends = foldEnds(rows);
const title = ({ step }: StepRow) => describeStep(step).title;
const idOf = (name: string) =>
  rows.find((row) => title(row) === name && row.step.kind === 'tool')?.step.id ?? -1;
const lines = (view: { filter?: StepFilter; search?: string; folded?: ReadonlySet<number> }) =>
  treeLines(rows, ends, { filter: 'all', search: '', folded: new Set(), ...view });

// K2
it('folds below a call the runs that it started, and below a reply its calls side by side', () => {
  const foldable = rows.flatMap((row, index) => {
    const below = (ends[index] ?? 0) - index - 1;
    return below > 0 ? [[title(row), below]] : [];
  });
  expect(foldable).toEqual([
    ['gpt-5-mini', 9],
    ['researcher', 5],
  ]);
});

it('keeps the totals of what a folded line hides', () => {
  const folded = lines({ folded: new Set([idOf('researcher')]) });
  expect(folded).toHaveLength(rows.length - 5);
  expect(folded.find((line) => line.folded)).toMatchObject({
    below: 5,
    folded: { calls: 1, errors: 0, tokens: 0 },
  });
  const all = lines({ folded: new Set(rows.map(({ step }) => step.id)) });
  expect(all.find((line) => line.folded)?.folded).toEqual({ calls: 4, errors: 1, tokens: 0 });
});

it('shows each step once, in order, whatever is folded, and none below a folded line', () => {
  fc.assert(
    fc.property(fc.subarray(rows.map(({ step }) => step.id)), (ids) => {
      const folded = new Set(ids);
      const shown = lines({ folded }).map(({ step }) => step.id);
      expect(shown).toEqual(
        rows.flatMap(({ step }, index) =>
          ancestors(rows, ends, index).some((id) => folded.has(id)) ? [] : step.id,
        ),
      );
    }),
  );
});

it.each<[StepFilter, string, readonly string[]]>([
  ['errors', '', ['track_parcel']],
  ['tools', '', ['find_order', 'track_parcel', 'researcher', 'search_terms']],
  ['model', '', ['gpt-5-mini', 'gpt-5-mini', 'gpt-5-mini', 'gpt-5-mini']],
  ['all', 'ADA', ['find_order']],
  ['all', 'carrier answers', ['track_parcel']],
  ['all', '"query":"refund"', ['gpt-5-mini', 'search_terms']],
  ['tools', 'refund', ['search_terms']],
  ['errors', 'refund', []],
])('finds the steps of %s with "%s", also in folded lines', (filter, search, found) => {
  const folded = new Set(rows.map(({ step }) => step.id));
  expect(lines({ filter, search, folded }).map(title)).toEqual(found);
});

it('says where a step lies in its run, and nothing about one whose clock was set', () => {
  const span = { start: AT, end: AT + 4_000 };
  const step = rows.find(({ step: one }) => one.id === idOf('track_parcel'))?.step;
  if (step === undefined) throw new Error('No step.');
  const bar = barOf(step, span, AT);
  expect(bar?.length).toBeCloseTo(1_530 / 4_000);
  expect((bar?.from ?? 0) + (bar?.length ?? 0)).toBeLessThanOrEqual(1);
  expect(barOf({ ...step, isMistimed: true }, span, AT)).toBeUndefined();
  expect(rows.filter(({ step: one }) => isError(one)).map(title)).toEqual(['track_parcel']);
});

it('names the lanes of the timeline, and groups those of a sub-agent', () => {
  const { names, groups } = layOut(recordOf(richRun('r', AT)), AT);
  expect(names).toEqual([
    'support',
    'find_order',
    'track_parcel',
    'researcher',
    'researcher',
    'search_terms',
  ]);
  expect(groups).toMatchObject([{ lane: 4, lanes: 2 }]);
});

it('shows thousands of calls as how busy their lane is, and single bars again when zoomed in', () => {
  const { bars, start, end } = layOut(recordOf(longRun('l', AT)), AT);
  const dense = denseLanes(bars, { from: start, to: end }, 1_000);
  expect([...dense.keys()]).toEqual([0, 1]);
  const columns = columnsOf(dense.get(1) ?? [], { from: start, to: end }, 1_000);
  expect(columns).toHaveLength(250);
  for (const { busy, hasError } of columns.slice(1, -1)) {
    expect(busy).toBeGreaterThan(0.2);
    expect(busy).toBeLessThan(0.6);
    expect(hasError).toBe(false);
  }
  expect(denseLanes(bars, { from: start, to: start + 1_000 }, 1_000).size).toBe(0);
});

it('says which tokens and cost were paid for, and which come from the record', () => {
  const summary: RunSummary = {
    runId: 'r',
    agent: 'a',
    status: 'completed',
    startedAt: 0,
    input: '',
    from: 'studio',
    toolCalls: 5,
    controllable: true,
    durationMs: 1_500,
  };
  const usage = { inputTokens: 100, outputTokens: 10 };
  const recorded = { inputTokens: 200, outputTokens: 20, cost: 0.002 };
  expect(runFacts({ ...summary, usage, cost: 0.0012 })).toBe('5 calls · 110 tokens · $0.0012 · 1.5 s');
  expect(runFacts({ ...summary, recorded })).toBe(
    '5 calls · 220 tokens from the record · $0.0020 from the record · 1.5 s',
  );
  expect(runFacts({ ...summary, usage, cost: 0.0012, recorded })).toBe(
    '5 calls · 110 tokens paid, 220 tokens from the record · $0.0012 paid, $0.0020 from the record · 1.5 s',
  );
});
