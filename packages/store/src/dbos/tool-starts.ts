import { randomUUID } from 'node:crypto';
import { identifyProcess, type ProcessIdentity } from '../leases/process-identity.js';
import type { Database } from './database.js';

/** What is known when a call is about to begin. */
export type CallStart =
  /** It has not begun before. */
  | 'first'
  /** It has begun in a process that is gone, and may be repeated. */
  | 'repeated'
  /** Another process executes the run. */
  | 'taken-over'
  | BegunBefore;

/** It has begun in a process that no longer executes the run; whether it took effect is not known. */
export interface BegunBefore {
  /** Absent if an earlier version of this package has begun it. */
  readonly by?: ProcessIdentity;
}

interface StartingCall {
  readonly run: string;
  readonly call: string;
  readonly worker: string;
  /** Whether the tool says now that the call may be repeated. */
  readonly repeatable: boolean;
}

/**
 * Records that a call begins, if this worker still executes the run: it may have slept while others took over. A call is repeated only if
 * the tool allowed it when it began, too: another version of the application may have begun it.
 */
export async function insertStart(database: Database, starting: StartingCall): Promise<CallStart> {
  const { run, call, worker, repeatable } = starting;
  // Repeated after a broken connection, the statement finds what it has written itself.
  const token = `${worker}/${randomUUID()}`;
  const { rows } = await database.query<StartRow>(
    `WITH run AS (
        SELECT 1 FROM dbos.workflow_status WHERE workflow_uuid = $1 AND status = 'PENDING' AND executor_id = $3
      ), start AS (
        INSERT INTO toolwright.tool_starts (run, call, worker, repeatable, process) SELECT $1, $2, $4, $5, $6 FROM run
          ON CONFLICT (run, call) DO UPDATE SET worker = excluded.worker WHERE tool_starts.worker = excluded.worker
          RETURNING 1
      )
      SELECT EXISTS (SELECT 1 FROM run) AS owned, EXISTS (SELECT 1 FROM start) AS first,
        (SELECT repeatable FROM toolwright.tool_starts WHERE run = $1 AND call = $2) AS allowed,
        (SELECT process FROM toolwright.tool_starts WHERE run = $1 AND call = $2) AS process`,
    [run, call, worker, token, repeatable, JSON.stringify(identifyProcess())],
    Number.POSITIVE_INFINITY,
  );
  const [row] = rows;
  if (!row?.owned) return 'taken-over';
  if (row.first) return 'first';
  if (repeatable && row.allowed === true) return 'repeated';
  return row.process === null ? {} : { by: row.process };
}

interface StartRow {
  readonly owned: boolean;
  readonly first: boolean;
  readonly allowed: boolean | null;
  readonly process: ProcessIdentity | null;
}
