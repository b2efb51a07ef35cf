import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Database } from './database.js';
import { claimDead, removeWorker, type WorkerRow } from './worker-tables.js';

/** The runs and workers of one version of an application. */
export interface VersionState {
  readonly version: string;
  /** The number of runs that have not finished. */
  readonly openRuns: number;
  /** The number of workers that execute the version's runs. If it is 0, the next worker of another version takes the runs over. */
  readonly workers: number;
  /** Agents with open runs that are not defined by any live worker of any version. Their runs wait until a worker defines them. */
  readonly missingAgents: readonly string[];
}

interface TakeOverOptions {
  readonly silentMs: number;
  /** Whether this worker can tell which other workers are dead. */
  readonly claims: boolean;
}

const OPEN = "('PENDING', 'ENQUEUED', 'DELAYED')";
const ALIVE = "takes_runs AND seen_at >= now() - $2 * interval '1 millisecond'";

/** Returns the version for DBOS, which requires distinct versions for different applications in one database. */
export function qualifiedVersion(application: string, version: string): string {
  return `${application}@${version}`;
}

/**
 * Takes over the runs of dead workers and of versions without a worker. Versions that run side by side keep their own runs. DBOS itself
 * returns runs only to the same process or the same version.
 */
export async function takeOverRuns(
  database: Database,
  worker: WorkerRow,
  { silentMs, claims }: TakeOverOptions,
): Promise<number> {
  let taken = 0;
  for (const dead of claims ? await claimDead(database, worker, silentMs) : []) {
    const left = await DBOS.listWorkflows({ status: 'PENDING', executorId: dead, loadInput: false });
    for (const { workflowID, queueName } of left) {
      await DBOS.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName });
      taken++;
    }
    await removeWorker(database, dead);
  }
  if (!worker.takesRuns) return taken;
  await giveBack(database, worker);
  return taken + (await adopt(database, worker, silentMs));
}

/** Assigns the waiting runs of versions without a worker to this version. Columns: https://docs.dbos.dev/explanations/system-tables */
async function adopt(database: Database, worker: WorkerRow, silentMs: number): Promise<number> {
  const { application, version, workflows } = worker;
  const { rowCount } = await database.query(
    `UPDATE dbos.workflow_status AS run SET application_version = $3
      WHERE status IN ('ENQUEUED', 'DELAYED') AND application_name = $1
        AND application_version <> $3 AND name = ANY($4)
        AND NOT EXISTS (SELECT 1 FROM toolwright.workers
          WHERE application = $1 AND ${ALIVE} AND version = run.application_version AND run.name = ANY(agents))`,
    [application, silentMs, version, workflows],
  );
  return rowCount ?? 0;
}

/** Puts runs back in their queue if this process does not define their agents, so that another worker can take them. */
async function giveBack(database: Database, worker: WorkerRow): Promise<void> {
  const { id, application, workflows } = worker;
  const { rows } = await database.query<{ run: string; queue: string | null }>(
    `UPDATE dbos.workflow_status SET application_version = $1
      WHERE status = 'PENDING' AND executor_id = $2 AND name <> ALL($3) AND name LIKE 'agent %'
      RETURNING workflow_uuid AS run, queue_name AS queue`,
    [qualifiedVersion(application, ''), id, workflows],
  );
  for (const { run, queue } of rows)
    await DBOS.resumeWorkflow(run, queue === null ? {} : { queueName: queue });
}

/** Returns the number of open runs and of workers for each version. */
export async function listVersions(
  database: Database,
  application: string,
  silentMs: number,
): Promise<VersionState[]> {
  const { rows } = await database.query<{
    version: string;
    runs: string;
    workers: string;
    missing: string[];
  }>(
    `WITH alive AS (SELECT version, agents FROM toolwright.workers WHERE application = $1 AND ${ALIVE}),
      open AS (SELECT application_version AS version, name FROM dbos.workflow_status
        WHERE status IN ${OPEN} AND application_name = $1 AND name LIKE 'agent %')
      SELECT version,
        (SELECT count(*) FROM open WHERE open.version = versions.version) AS runs,
        (SELECT count(*) FROM alive WHERE alive.version = versions.version) AS workers,
        ARRAY(SELECT DISTINCT substr(name, 7) FROM open WHERE open.version = versions.version
          AND NOT EXISTS (SELECT 1 FROM alive WHERE open.name = ANY(agents)) ORDER BY 1) AS missing
        FROM (SELECT version FROM alive UNION SELECT version FROM open) AS versions ORDER BY version`,
    [application, silentMs],
  );
  return rows.map(({ version, runs, workers, missing }) => ({
    version: version.slice(application.length + 1),
    openRuns: Number(runs),
    workers: Number(workers),
    missingAgents: missing,
  }));
}
