import { setTimeout } from 'node:timers/promises';
import { Client, type Pool } from 'pg';

/** Any number that only this package uses. */
const SETUP_LOCK = 7_238_641_905;
const LOCK_POLL_MS = 50;

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS toolwright;
  CREATE TABLE IF NOT EXISTS toolwright.workers (
    id TEXT PRIMARY KEY,
    application TEXT NOT NULL,
    seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    taken_by TEXT
  );
  CREATE TABLE IF NOT EXISTS toolwright.tool_starts (
    run TEXT NOT NULL,
    call TEXT NOT NULL,
    worker TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (run, call)
  );
`;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NO_SUCH_DATABASE = '3D000';
const DUPLICATE = ['42P04', '23505'];

/** Makes the database and our tables, then lets DBOS make its own; processes that start at once do so one after the other. */
export async function setUpDatabase(databaseUrl: string, launch: () => Promise<void>): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await lock(client);
    await client.query(TABLES);
    await launch();
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}

/** By asking again and again: a statement that waits for the lock would stop the indexes that DBOS makes concurrently. */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      SETUP_LOCK,
    ]);
    if (rows[0]?.locked) return;
    await setTimeout(LOCK_POLL_MS);
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  try {
    return await open(databaseUrl);
  } catch (error) {
    if (!hasCode(error, [NO_SUCH_DATABASE])) throw error;
  }
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  const client = await open(server.href);
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process was faster.
    if (!hasCode(error, DUPLICATE)) throw error;
  } finally {
    await client.end();
  }
  return open(databaseUrl);
}

async function open(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** False if the call was begun before, by any process. */
export async function insertStart(pool: Pool, run: string, call: string, worker: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'INSERT INTO toolwright.tool_starts (run, call, worker) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [run, call, worker],
  );
  return rowCount === 1;
}

/** Says that a worker lives. */
export async function beat(pool: Pool, worker: string, application: string): Promise<void> {
  await pool.query(
    `INSERT INTO toolwright.workers (id, application) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET seen_at = now(), taken_by = NULL`,
    [worker, application],
  );
}

/** Claims the workers of an application that gave no sign of life for so long: each falls to one of those that claim it. */
export async function claimDead(
  pool: Pool,
  worker: string,
  application: string,
  silentMs: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE toolwright.workers AS dead SET taken_by = $1
      WHERE application = $2 AND id <> $1 AND seen_at < now() - $3 * interval '1 millisecond'
        AND (taken_by IS NULL OR taken_by = $1 OR NOT EXISTS (
          SELECT 1 FROM toolwright.workers AS taker
            WHERE taker.id = dead.taken_by AND taker.seen_at >= now() - $3 * interval '1 millisecond'))
      RETURNING id`,
    [worker, application, silentMs],
  );
  return rows.map(({ id }) => id);
}

/** Forgets a worker that has ended, or whose runs have all been taken over. */
export async function removeWorker(pool: Pool, worker: string): Promise<void> {
  await pool.query('DELETE FROM toolwright.workers WHERE id = $1', [worker]);
}
