import { randomUUID } from 'node:crypto';
import { identifyProcess, type ProcessIdentity } from '../leases/process-identity.js';
import type { Database } from './database.js';

/** The state of a call that is about to start. */
export type CallStart =
  /** The call has never started before. */
  | 'first'
  /** The call started in a process that no longer executes the run, and can be repeated. */
  | 'repeated'
  /** Another process is executing the run. */
  | 'taken-over'
  | BegunBefore;

/** A call that started in a process that no longer executes the run. It is unknown whether the call took effect. */
export interface BegunBefore {
  /** Absent if an earlier version of this package recorded the start. */
  readonly by?: ProcessIdentity;
}

interface StartingCall {
  readonly run: string;
  readonly call: string;
  readonly worker: string;
  /** Whether the tool currently allows repeating the call. */
  readonly repeatable: boolean;
}

/**
 * Records that a call starts, if this worker still executes the run: another worker may have taken over while this process was suspended. A
 * call is repeated only if the tool also allowed this when the call first started, possibly in another version of the application.
 */
export async function insertStart(database: Database, starting: StartingCall): Promise<CallStart> {
  const { run, call, worker, repeatable } = starting;
  // The token identifies this process's own write if the statement is repeated after a broken connection.
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
