import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { hasState } from './database.js';

/** The key of the advisory lock: an arbitrary number that only this package uses. */
const SETUP_LOCK = 7_238_641_905;
const LOCK_POLL_MS = 50;
const CONNECT_TIMEOUT_MS = 10_000;

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS toolwright;
  CREATE TABLE IF NOT EXISTS toolwright.workers (
    id TEXT PRIMARY KEY,
    application TEXT NOT NULL,
    seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    taken_by TEXT
  );
  ALTER TABLE toolwright.workers ADD COLUMN IF NOT EXISTS version TEXT NOT NULL DEFAULT '';
  ALTER TABLE toolwright.workers ADD COLUMN IF NOT EXISTS agents TEXT[] NOT NULL DEFAULT '{}';
  ALTER TABLE toolwright.workers ADD COLUMN IF NOT EXISTS takes_runs BOOLEAN NOT NULL DEFAULT true;
  CREATE TABLE IF NOT EXISTS toolwright.tool_starts (
    run TEXT NOT NULL,
    call TEXT NOT NULL,
    worker TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (run, call)
  );
  ALTER TABLE toolwright.tool_starts ADD COLUMN IF NOT EXISTS repeatable BOOLEAN NOT NULL DEFAULT false;
  ALTER TABLE toolwright.tool_starts ADD COLUMN IF NOT EXISTS process JSON;
  CREATE TABLE IF NOT EXISTS toolwright.questions (
    run TEXT NOT NULL,
    number INTEGER NOT NULL,
    application TEXT NOT NULL,
    agent TEXT NOT NULL,
    calls TEXT NOT NULL,
    asked_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    decisions TEXT,
    decided_at TIMESTAMPTZ,
    decided_by TEXT,
    sent BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (run, number)
  );
  CREATE INDEX IF NOT EXISTS questions_open
    ON toolwright.questions (application, asked_at, run) WHERE decisions IS NULL;
  CREATE INDEX IF NOT EXISTS questions_unsent
    ON toolwright.questions (application) WHERE decisions IS NOT NULL AND NOT sent;
  CREATE TABLE IF NOT EXISTS toolwright.stale_runs (
    run TEXT PRIMARY KEY,
    application TEXT NOT NULL,
    agent TEXT NOT NULL,
    problem TEXT NOT NULL,
    since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    parked BOOLEAN NOT NULL DEFAULT true,
    refused_by TEXT[] NOT NULL
  );
`;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NO_SUCH_DATABASE = ['3D000'];
const DUPLICATE = ['42P04', '23505'];

/** Creates the database and this package's tables, then lets DBOS create its own. A lock allows only one process at a time. */
export async function setUpDatabase(databaseUrl: string, launch: () => Promise<void>): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await lock(client);
    await client.query(TABLES);
    await launch();
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** Acquires the lock by polling: a statement that waits for it would block `CREATE INDEX CONCURRENTLY`, which DBOS uses. */
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
    if (!hasState(error, NO_SUCH_DATABASE)) throw error;
  }
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  const client = await open(server.href);
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process created the database in the meantime.
    if (!hasState(error, DUPLICATE)) throw error;
  } finally {
    await client.end();
  }
  return open(databaseUrl);
}

async function open(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {
    // The server closed the connection; the next query fails and reports this.
  });
  await client.connect();
  return client;
}
