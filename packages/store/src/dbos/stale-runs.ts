import { DBOS } from '@dbos-inc/dbos-sdk';
import { ToolwrightError } from '@toolwright/contract';
import type { Database } from './database.js';
import type { PageQuery, RunPage } from './run-page.js';
import { runningWorker } from './running-worker.js';
import { hashOf, type ToolContract } from './tool-contract.js';
import type { WorkerRow } from './worker-tables.js';

/** A run that this version of the application cannot continue. Another version may continue it, or a person decides what to do. */
export interface StaleRun {
  readonly agent: string;
  /** The id of the run. */
  readonly run: string;
  /** The reason the run cannot continue. */
  readonly problem: string;
  readonly since: Date;
}

/** Parks a run, unless another worker has taken it over. The run is stale until it is tried by a version that has not refused it yet. */
export async function parkRun(
  run: string,
  agent: string,
  problem: string,
  contract: ToolContract,
): Promise<void> {
  const { database, application, id, version, outside } = runningWorker();
  const { rowCount } = await database.query(
    `INSERT INTO toolwright.stale_runs AS stale (run, application, agent, problem, refused_by)
      SELECT $1, $2, $3, $4, ARRAY[$5] FROM dbos.workflow_status
        WHERE workflow_uuid = $1 AND status = 'PENDING' AND executor_id = $6
      ON CONFLICT (run) DO UPDATE SET problem = excluded.problem, parked = true, since = clock_timestamp(),
        refused_by = array_append(array_remove(stale.refused_by, $5), $5)`,
    [run, application, agent, problem, refuser(version, contract), id],
    Number.POSITIVE_INFINITY,
  );
  // Called outside of the workflow, because the cancellation must not become a step of the run.
  if (rowCount === 1) await outside(() => DBOS.cancelWorkflow(run));
}

function refuser(version: string, contract: ToolContract): string {
  return `${version} ${hashOf(contract)}`;
}

const IS_STALE = `parked AND EXISTS (
  SELECT 1 FROM dbos.workflow_status WHERE workflow_uuid = run AND status = 'CANCELLED')`;

/** @throws ToolwrightError `STALE_RUN` if the run is stale */
export async function throwIfStale(database: Database, run: string): Promise<void> {
  const { rows } = await database.query<StaleRow>(
    `SELECT run, agent, problem, since FROM toolwright.stale_runs WHERE run = $1 AND ${IS_STALE}`,
    [run],
  );
  if (rows[0] === undefined) return;
  throw new ToolwrightError(
    'STALE_RUN',
    `The run '${run}' is waiting for a version that can continue it. ${rows[0].problem}`,
    {
      blame: 'developer',
      hint: 'Deploy a version whose tools fit, alongside this one or instead of it: it will continue the run automatically. Or call `retry()`.',
    },
  );
}

/** Resumes the stale runs that this version, with its current tools, has not yet refused. Returns their number. */
export async function retryStale(
  database: Database,
  { application, version }: WorkerRow,
  contracts: ReadonlyMap<string, ToolContract>,
): Promise<number> {
  let taken = 0;
  for (const [agent, contract] of contracts) {
    const { rows } = await database.query<StaleRow>(
      `SELECT run, agent, problem, since FROM toolwright.stale_runs
        WHERE application = $1 AND agent = $2 AND NOT $3 = ANY(refused_by) AND ${IS_STALE} LIMIT 100`,
      [application, agent, refuser(version, contract)],
    );
    for (const { run } of rows) {
      await resumeStale(database, run, version);
      taken++;
    }
  }
  return taken;
}

/** Lets this version try a stale run again. Returns false if the run is not stale. */
export async function retryRun(database: Database, run: string, version: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT 1 FROM toolwright.stale_runs WHERE run = $1 AND ${IS_STALE}`,
    [run],
  );
  if (rowCount === 0) return false;
  await resumeStale(database, run, version);
  return true;
}

async function resumeStale(database: Database, run: string, version: string): Promise<void> {
  const { rows } = await database.query<{ queue: string | null }>(
    `UPDATE dbos.workflow_status SET application_version = $2 WHERE workflow_uuid = $1 AND status = 'CANCELLED'
      RETURNING queue_name AS queue`,
    [run, version],
  );
  if (rows[0] === undefined) return;
  const { queue } = rows[0];
  await DBOS.resumeWorkflow(run, queue === null ? {} : { queueName: queue });
  await database.query('UPDATE toolwright.stale_runs SET parked = false WHERE run = $1', [run]);
}

interface StaleRow {
  readonly run: string;
  readonly agent: string;
  readonly problem: string;
  readonly since: Date;
}

export async function listStale(database: Database, query: PageQuery): Promise<RunPage<StaleRun>> {
  const { application, agent, limit, after } = query;
  const { rows } = await database.query<StaleRow>(
    `SELECT run, agent, problem, since FROM toolwright.stale_runs
      WHERE application = $1 AND ($2::text IS NULL OR agent = $2) AND ($3::text IS NULL OR run > $3) AND ${IS_STALE}
      ORDER BY run LIMIT $4`,
    [application, agent ?? null, after ?? null, limit + 1],
  );
  const runs = rows.slice(0, limit);
  const last = runs.at(-1);
  return { runs, ...(rows.length > limit && last !== undefined && { next: last.run }) };
}
