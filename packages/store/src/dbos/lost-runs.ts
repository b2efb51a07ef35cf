import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Database } from './database.js';
import type { WorkerRow } from './worker-tables.js';

const executions = new Set<{ readonly run: string }>();

/** Executes a run in this process, so that it is not taken for lost. */
export async function executeRun<Result>(run: string, work: () => Promise<Result>): Promise<Result> {
  const execution = { run };
  executions.add(execution);
  try {
    return await work();
  } finally {
    executions.delete(execution);
  }
}

/** How often in succession a run must be missing. It can be missing for a moment, between its claim and its first step. */
const LOOKS = 8;

/**
 * Resumes the runs that the database assigns to this worker, but that this process does not execute. This happens if the server stops
 * after it has recorded that the worker takes a run, and before it has confirmed it.
 */
export class LostRuns {
  #missing = new Map<string, number>();

  /** Returns the number of resumed runs. */
  async resume(database: Database, { id, workflows }: WorkerRow): Promise<number> {
    const { rows } = await database.query<{ run: string; queue: string | null }>(
      `SELECT workflow_uuid AS run, queue_name AS queue FROM dbos.workflow_status
        WHERE status = 'PENDING' AND executor_id = $1 AND name = ANY($2) AND workflow_uuid <> ALL($3)`,
      [id, workflows, [...executions].map(({ run }) => run)],
    );
    const before = this.#missing;
    this.#missing = new Map(rows.map(({ run }) => [run, (before.get(run) ?? 0) + 1]));
    const lost = rows.filter(({ run }) => (this.#missing.get(run) ?? 0) >= LOOKS);
    for (const { run, queue } of lost) {
      this.#missing.delete(run);
      await DBOS.resumeWorkflow(run, queue === null ? {} : { queueName: queue });
    }
    return lost.length;
  }
}
