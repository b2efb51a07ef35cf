import type { RunSummary } from '../../../src/protocol/requests.js';
import { formatDay } from '../look/format.js';

/** Which runs the list shows, and how. It is part of the address. */
export interface RunView {
  readonly agent?: string | undefined;
  /** A status of runs, or {@link CALL_FAILED}. */
  readonly status?: string | undefined;
  /** The name of a tool that the run has called. */
  readonly tool?: string | undefined;
  readonly text?: string | undefined;
  /** The first day, e.g. `2026-11-26`. */
  readonly since?: string | undefined;
  /** The last day. */
  readonly until?: string | undefined;
  /** Default: the start, newest first. */
  readonly sort?: ColumnName | undefined;
  readonly order?: 'up' | 'down' | undefined;
  /** What the charts group by; the list is shown if it is absent. */
  readonly charts?: ChartGroup | undefined;
}

/** Stands for a status: any call of the run has failed; if a tool is chosen as well, a call of that tool. */
export const CALL_FAILED = 'call failed';

/** The columns of the list, with what they sort by. */
export const COLUMNS = {
  state: { title: 'State', read: ({ status }) => status },
  agent: { title: 'Agent', read: ({ agent }) => agent },
  input: { title: 'Input', read: ({ input }) => input },
  answer: { title: 'Answer', read: answerOf },
  start: { title: 'Start', read: ({ startedAt }) => startedAt },
  duration: { title: 'Duration', read: ({ durationMs }) => durationMs },
  tokens: { title: 'Tokens', read: tokensOf },
  cost: { title: 'Cost', read: ({ cost }) => cost },
} as const satisfies Readonly<
  Record<string, { title: string; read: (run: RunSummary) => string | number | undefined }>
>;

export type ColumnName = keyof typeof COLUMNS;
export const CHART_GROUPS = ['day', 'agent', 'tool'] as const;
export type ChartGroup = (typeof CHART_GROUPS)[number];

const TEXTS = ['agent', 'status', 'tool', 'text', 'since', 'until'] as const;

/** Reads a view from the query of an address. Skips what is not valid. */
export function readView(query: string): RunView {
  const given = new URLSearchParams(query);
  const texts = TEXTS.flatMap((name) => {
    const value = given.get(name) ?? '';
    const isDay = name === 'since' || name === 'until';
    return value === '' || (isDay && !/^\d{4}-\d{2}-\d{2}$/.test(value)) ? [] : [[name, value] as const];
  });
  const sort = given.get('sort') ?? '';
  const order = given.get('order');
  const charts = CHART_GROUPS.find((group) => group === given.get('charts'));
  return {
    ...Object.fromEntries(texts),
    ...(isColumn(sort) && { sort }),
    ...((order === 'up' || order === 'down') && { order }),
    ...(charts !== undefined && { charts }),
  };
}

/** The inverse of {@link readView}. */
export function writeView(view: RunView): string {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(entries).toString();
}

export function isFiltered(view: RunView): boolean {
  return TEXTS.some((name) => view[name] !== undefined);
}

/** Returns a view of all runs that looks the same. */
export function unfiltered({ sort, order, charts }: RunView): RunView {
  return { sort, order, charts };
}

/** Returns the runs of a view in its order. Runs without a value of the sorted column come last. */
export function selectRuns(runs: readonly RunSummary[], view: RunView): readonly RunSummary[] {
  const { sort = 'start', order = sort === 'start' ? 'down' : 'up' } = view;
  const found = runs.filter((run) => isShown(run, view));
  if (sort === 'start') return order === 'down' ? found : found.toReversed();
  const { read } = COLUMNS[sort];
  const sign = order === 'up' ? 1 : -1;
  return found
    .map((run) => ({ run, value: read(run) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return a.value < b.value ? -sign : a.value > b.value ? sign : 0;
    })
    .map(({ run }) => run);
}

interface RunTotals {
  readonly runs: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost: number;
  /** The number of runs whose cost is known. */
  readonly priced: number;
}

export function totalsOf(runs: readonly RunSummary[]): RunTotals {
  const totals = { runs: runs.length, errors: 0, tokens: 0, cost: 0, priced: 0 };
  for (const run of runs) {
    if (isError(run)) totals.errors++;
    totals.tokens += tokensOf(run) ?? 0;
    totals.cost += run.cost ?? 0;
    if (run.cost !== undefined) totals.priced++;
  }
  return totals;
}

/** Whether a run failed: with an error, by a refusal, or without a result. */
export function isError({ status }: RunSummary): boolean {
  return status === 'error' || status === 'refused' || status === 'interrupted';
}

/** Returns the answer; the error or the reason if there is none. */
export function answerOf({ answer, interrupted }: RunSummary): string {
  return answer ?? interrupted ?? '';
}

export function tokensOf({ usage }: RunSummary): number | undefined {
  return usage === undefined ? undefined : usage.inputTokens + usage.outputTokens;
}

function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(COLUMNS, name);
}

function isShown(run: RunSummary, { agent, status, tool, text, since, until }: RunView): boolean {
  if (agent !== undefined && run.agent !== agent) return false;
  if (status === CALL_FAILED) {
    const { failedTools = [] } = run;
    if (tool === undefined ? failedTools.length === 0 : !failedTools.includes(tool)) return false;
  } else if (status !== undefined && run.status !== status) return false;
  if (tool !== undefined && run.tools?.includes(tool) !== true) return false;
  if (since !== undefined || until !== undefined) {
    const day = formatDay(run.startedAt);
    if ((since !== undefined && day < since) || (until !== undefined && day > until)) return false;
  }
  return text === undefined || contains(run, text.trim().toLowerCase());
}

function contains(run: RunSummary, wanted: string): boolean {
  const { runId, agent, model = '', input, tools = [] } = run;
  return [input, answerOf(run), agent, model, runId, ...tools].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
