import type { RunSummary } from '../../../../src/protocol/requests.js';
import { formatDay } from '../../look/format.js';
import { type ChartGroup, isError, tokensOf } from '../run-view.js';

/** The numbers of the runs of one day, agent or tool. */
export interface ChartRow {
  readonly name: string;
  readonly runs: number;
  readonly errors: number;
  readonly tokens: number;
  /** Undefined if the cost of no run is known. */
  readonly cost: number | undefined;
  /** The median duration in milliseconds; undefined if no run has one. */
  readonly median: number | undefined;
  /** The 95th percentile of the durations in milliseconds. */
  readonly p95: number | undefined;
}

/** Groups runs. Days come in order, agents and tools by their number of runs. A run counts for each tool that it called. */
export function chartRows(runs: readonly RunSummary[], group: ChartGroup): readonly ChartRow[] {
  const groups = new Map<string, RunSummary[]>();
  for (const run of runs) {
    for (const name of NAMES[group](run)) {
      const known = groups.get(name);
      if (known === undefined) groups.set(name, [run]);
      else known.push(run);
    }
  }
  const rows = [...groups].map(([name, members]) => rowOf(name, members, FAILED[group](name)));
  return rows.sort((a, b) =>
    group === 'day' ? compare(a.name, b.name) : b.runs - a.runs || compare(a.name, b.name),
  );
}

/** Returns the smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

const NAMES: Readonly<Record<ChartGroup, (run: RunSummary) => readonly string[]>> = {
  day: ({ startedAt }) => [formatDay(startedAt)],
  agent: ({ agent }) => [agent],
  tool: ({ tools = [] }) => tools,
};

/** Which runs count as errors: for a tool those in which a call of it failed. */
const FAILED: Readonly<Record<ChartGroup, (name: string) => (run: RunSummary) => boolean>> = {
  day: () => isError,
  agent: () => isError,
  tool:
    (name) =>
    ({ failedTools = [] }) =>
      failedTools.includes(name),
};

function rowOf(name: string, runs: readonly RunSummary[], hasFailed: (run: RunSummary) => boolean): ChartRow {
  const durations = runs.flatMap(({ durationMs }) => durationMs ?? []);
  const costs = runs.flatMap(({ cost }) => cost ?? []);
  return {
    name,
    runs: runs.length,
    errors: runs.filter(hasFailed).length,
    tokens: runs.reduce((sum, run) => sum + (tokensOf(run) ?? 0), 0),
    cost: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
    median: percentile(durations, 0.5),
    p95: percentile(durations, 0.95),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
