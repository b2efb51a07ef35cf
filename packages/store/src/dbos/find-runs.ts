import { ToolwrightError } from '@toolwright/contract';
import { listWaiting, type WaitingRun } from './questions.js';
import type { RunPage } from './run-page.js';
import { runningWorker } from './running-worker.js';
import { listStale, type StaleRun } from './stale-runs.js';

/** Selects the runs to list. */
export interface RunQuery<State extends 'waiting' | 'stale' = 'waiting' | 'stale'> {
  /** `waiting` for a person, or `stale`: every version that tried failed to continue the run. */
  readonly state: State;
  /** The size of a page, 1 to 1,000. Default: 100. */
  readonly limit?: number | undefined;
  /** The `next` value of the previous page. */
  readonly after?: string | undefined;
}

/** Lists runs, page by page. */
export interface FindRuns {
  (query: RunQuery<'waiting'>): Promise<RunPage<WaitingRun>>;
  (query: RunQuery<'stale'>): Promise<RunPage<StaleRun>>;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** @param agent Default: all agents of the application */
export async function findRuns(query: RunQuery, agent?: string): Promise<RunPage<WaitingRun | StaleRun>> {
  const { state, limit = DEFAULT_LIMIT, after }: Partial<RunQuery> = query ?? {};
  const { database, application } = runningWorker();
  const list = state !== undefined && Object.hasOwn(LISTS, state) ? LISTS[state] : undefined;
  if (list === undefined) throw unusable(`Unknown state '${state}'.`, "Pass 'waiting' or 'stale'.");
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw unusable(
      `'limit' must be a whole number from 1 to ${MAX_LIMIT}; got ${limit}.`,
      `Omit it to use the default page size of ${DEFAULT_LIMIT}.`,
    );
  return await list(database, { application, agent, limit, after });
}

const LISTS = { waiting: listWaiting, stale: listStale };

function unusable(problem: string, hint: string): ToolwrightError {
  return new ToolwrightError('USAGE', problem, { blame: 'developer', hint });
}
