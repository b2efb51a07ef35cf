import type { RunSummary, RunsReply } from '../../../src/protocol/requests.js';
import { inOrder } from '../../../src/protocol/run-place.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { Api } from '../api/request.js';

/** The maximum number of runs per request. */
export const RUNS_AT_ONCE = 200;

/** The query of a list: how many of the newest matching runs. */
export interface WantedRuns {
  readonly search: string;
  readonly count: number;
}

export async function loadRuns(api: Api, { search, count }: WantedRuns): Promise<RunsReply> {
  const runs: RunSummary[] = [];
  for (;;) {
    const query = queryOf(search, { limit: String(Math.min(RUNS_AT_ONCE, count - runs.length)) });
    const last = runs.at(-1);
    if (last !== undefined) {
      query.set('before', String(last.startedAt));
      query.set('beforeId', last.runId);
    }
    const reply = await api<RunsReply>(`runs?${query}`);
    runs.push(...reply.runs);
    if (!reply.more || reply.runs.length === 0 || runs.length >= count) return { runs, more: reply.more };
  }
}

/** Updates a list after some runs have changed or begun, by loading only these. */
export async function reloadRuns(
  api: Api,
  { runs, more }: RunsReply,
  wanted: WantedRuns,
  changed: ReadonlySet<string>,
): Promise<RunsReply> {
  const { search, count } = wanted;
  // A listed sub-run disappears from the list when its parent becomes known.
  const isChanged = ({ runId, parentRunId = '' }: RunSummary) =>
    changed.has(runId) || changed.has(parentRunId);
  const asked = new Set([...changed, ...runs.filter(isChanged).map(({ runId }) => runId)]);
  const query = queryOf(search);
  for (const runId of asked) query.append('id', encodeSegment(runId));
  const reply = await api<RunsReply>(`runs?${query}`);
  const last = runs.at(-1);
  // Runs after the last one belong to a page that was not loaded.
  const isLoaded = (run: RunSummary) => !more || (last !== undefined && inOrder(run, last) <= 0);
  const others = runs.filter(({ runId }) => !asked.has(runId));
  const all = [...others, ...reply.runs.filter(isLoaded)].sort(inOrder);
  // An older run replaces one that is no longer listed.
  if (more && all.length < runs.length) return loadRuns(api, wanted);
  return { runs: all.slice(0, count), more: more || all.length > count };
}

function queryOf(search: string, others: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({ ...others, ...(search !== '' && { search }) });
}
