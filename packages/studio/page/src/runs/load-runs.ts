import type { RunSummary, RunsReply } from '../../../src/protocol/requests.js';
import { inOrder } from '../../../src/protocol/run-place.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { Api } from '../api/request.js';

/** What the server gives at once. */
export const RUNS_AT_ONCE = 200;

/** What the list shows: the newest runs that match. */
export interface WantedRuns {
  readonly search: string;
  readonly count: number;
}

/** The newest runs that match, page by page, and whether there are more. */
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

/** The same list after some runs have changed, or begun: asks for these alone. */
export async function reloadRuns(
  api: Api,
  { runs, more }: RunsReply,
  wanted: WantedRuns,
  changed: ReadonlySet<string>,
): Promise<RunsReply> {
  const { search, count } = wanted;
  // A sub-run whose own run was not known yet is listed no longer.
  const isChanged = ({ runId, parentRunId = '' }: RunSummary) =>
    changed.has(runId) || changed.has(parentRunId);
  const asked = new Set([...changed, ...runs.filter(isChanged).map(({ runId }) => runId)]);
  const query = queryOf(search);
  for (const runId of asked) query.append('id', encodeSegment(runId));
  const reply = await api<RunsReply>(`runs?${query}`);
  const last = runs.at(-1);
  // What comes after the last one is on a page that was not loaded.
  const isLoaded = (run: RunSummary) => !more || (last !== undefined && inOrder(run, last) <= 0);
  const others = runs.filter(({ runId }) => !asked.has(runId));
  const all = [...others, ...reply.runs.filter(isLoaded)].sort(inOrder);
  // An older run takes the place of one that is listed no longer.
  if (more && all.length < runs.length) return loadRuns(api, wanted);
  return { runs: all.slice(0, count), more: more || all.length > count };
}

function queryOf(search: string, others: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({ ...others, ...(search !== '' && { search }) });
}
