import { DBOS } from '@dbos-inc/dbos-sdk';
import { ToolwrightError } from '@toolwright/contract';
import type { Database } from './database.js';

const BATCH = 100;
/** The tables whose rows belong to runs. */
const TABLES = ['tool_starts', 'questions', 'stale_runs'] as const;

/** Deletes an application's runs that finished before a point in time, with all their records. Stale runs count as open. */
export async function deleteEndedRuns(
  database: Database,
  application: string,
  endedBefore: Date,
): Promise<number> {
  if (!(endedBefore instanceof Date) || Number.isNaN(endedBefore.getTime())) {
    throw new ToolwrightError('USAGE', "'endedBefore' must be a Date.", {
      blame: 'developer',
      hint: 'Pass, for example, new Date(Date.now() - 30 * 86_400_000).',
    });
  }
  for (let deleted = 0; ; ) {
    const { rows } = await database.query<{ run: string }>(
      `SELECT workflow_uuid AS run FROM dbos.workflow_status
        WHERE application_name = $1 AND name LIKE 'agent %'
          AND status IN ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
          AND updated_at < $2
          AND NOT EXISTS (SELECT 1 FROM toolwright.stale_runs WHERE run = workflow_uuid AND parked AND status = 'CANCELLED')
        LIMIT ${BATCH}`,
      [application, endedBefore.getTime()],
    );
    const runs = rows.map(({ run }) => run);
    if (runs.length === 0) return deleted;
    await DBOS.deleteWorkflows(runs);
    for (const table of TABLES)
      await database.query(`DELETE FROM toolwright.${table} WHERE run = ANY($1)`, [runs]);
    deleted += runs.length;
  }
}

/** Deletes the recorded call starts of runs that succeeded, failed or no longer exist, because they are not needed any more. */
export async function deleteOldStarts(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM toolwright.tool_starts WHERE NOT EXISTS (
      SELECT 1 FROM dbos.workflow_status WHERE workflow_uuid = run AND status NOT IN ('SUCCESS', 'ERROR'))`,
  );
}
