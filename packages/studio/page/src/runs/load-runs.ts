import type { RunSummary, RunsReply } from '../../../src/protocol/requests.js';
import type { Api } from '../api/request.js';

/** What the server gives at once. */
export const RUNS_AT_ONCE = 200;

/** The newest runs that match, page by page, and whether there are more. */
export async function loadRuns(
  api: Api,
  { search, count }: { readonly search: string; readonly count: number },
): Promise<RunsReply> {
  const runs: RunSummary[] = [];
  for (;;) {
    const query = new URLSearchParams({ limit: String(Math.min(RUNS_AT_ONCE, count - runs.length)) });
    if (search !== '') query.set('search', search);
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
