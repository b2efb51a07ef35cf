import type { Database } from './database.js';

/** A worker as other workers see it. */
export interface WorkerRow {
  readonly id: string;
  readonly application: string;
  /** The version, prefixed with the name of the application. */
  readonly version: string;
  /** The names of the workflows that the worker can execute. */
  readonly workflows: readonly string[];
  readonly takesRuns: boolean;
}

/** Records a heartbeat. Returns the milliseconds since the previous heartbeat, according to the database's clock. */
export async function beat(database: Database, worker: WorkerRow): Promise<number> {
  const { id, application, version, workflows, takesRuns } = worker;
  const { rows } = await database.query<{ silence: number }>(
    `WITH before AS (SELECT seen_at FROM toolwright.workers WHERE id = $1),
      beat AS (INSERT INTO toolwright.workers (id, application, version, agents, takes_runs) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO UPDATE SET seen_at = now(), taken_by = NULL)
      SELECT (extract(epoch FROM now() - seen_at) * 1000)::float8 AS silence FROM before`,
    [id, application, version, workflows, takesRuns],
  );
  return rows[0]?.silence ?? 0;
}

/**
 * Claims the workers of an application whose last heartbeat is older than `silentMs`. Only one claimant gets each worker. Time before the
 * start of the database server is not counted, because no worker can send heartbeats while the server is down.
 */
export async function claimDead(
  database: Database,
  { id, application }: WorkerRow,
  silentMs: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `UPDATE toolwright.workers AS dead SET taken_by = $1
      WHERE application = $2 AND id <> $1 AND greatest(seen_at, pg_postmaster_start_time()) < now() - $3 * interval '1 millisecond'
        AND (taken_by IS NULL OR taken_by = $1 OR NOT EXISTS (
          SELECT 1 FROM toolwright.workers AS taker
            WHERE taker.id = dead.taken_by AND taker.seen_at >= now() - $3 * interval '1 millisecond'))
      RETURNING id`,
    [id, application, silentMs],
    0, // not repeated, because an outage in between would also have silenced the others
  );
  return rows.map(({ id }) => id);
}

/** Deletes a worker whose runs have all been taken over. */
export async function removeWorker(database: Database, worker: string): Promise<void> {
  await database.query('DELETE FROM toolwright.workers WHERE id = $1', [worker]);
}

/** Deletes a worker that has stopped, unless it leaves runs behind: other workers find these runs by its missing heartbeats. */
export async function removeWorkerWithoutRuns(database: Database, worker: string): Promise<void> {
  await database.query(
    `DELETE FROM toolwright.workers WHERE id = $1 AND NOT EXISTS (
      SELECT 1 FROM dbos.workflow_status WHERE status = 'PENDING' AND executor_id = $1)`,
    [worker],
  );
}
