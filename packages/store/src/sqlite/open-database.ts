import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, LibsqlError, type ResultSet } from '@libsql/client/sqlite3';
import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { storeCorrupt, storeFailed } from '../store-error.js';
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from './database-schema.js';

/** How long to wait for another process, which holds the file for milliseconds only. */
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/**
 * Opens a file, or makes it, with the schema of this version. Only SQLite may read it: whoever closes a descriptor of a file drops every
 * lock that his process has on it, SQLite's as well, in whichever thread, and other processes then take its log for abandoned:
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * @throws ToolwrightError `STORE_CORRUPT`, `STORE_VERSION` or `STORE_FAILED`
 */
export async function openDatabase(file: string): Promise<Client> {
  for (const end = Date.now() + BUSY_TIMEOUT_MS; ; await setTimeout(BUSY_PAUSE_MS)) {
    try {
      return await tryOpen(file);
    } catch (error) {
      // Of a file that is being made, or closed by the last that had it open, SQLite says so at once:
      // https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode
      if (!isBusy(error) || Date.now() > end) throw toStoreError(error, file, 'open');
    }
  }
}

async function tryOpen(file: string): Promise<Client> {
  mkdirSync(dirname(file), { recursive: true });
  // One connection: settings hold for a connection, and statements of one process follow each other anyway.
  const client = createClient({ url: pathToFileURL(file).href, concurrency: 1, timeout: BUSY_TIMEOUT_MS });
  try {
    await prepare(client, file);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY');
}

/** Writes nothing before it is certain what the file is. */
async function prepare(client: Client, file: string): Promise<void> {
  const version = await readNumber(client, 'PRAGMA user_version');
  const tables = await readNumber(client, 'SELECT count(*) FROM sqlite_master');
  // After these: whoever makes the file says all three at once.
  const applicationId = await readNumber(client, 'PRAGMA application_id');
  const isNew = version === 0 && tables === 0 && applicationId === 0;
  if (!isNew) checkIdentity(file, applicationId, version);
  if (tables > 0) await checkStructure(client, file);
  // Written in one go and on the disk before it counts: a power cut loses nothing that was answered.
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute('PRAGMA synchronous = FULL');
  await client.execute('PRAGMA foreign_keys = ON');
  if (version < SCHEMA_VERSION) await migrate(client);
}

function checkIdentity(file: string, applicationId: number, version: number): void {
  if (applicationId !== APPLICATION_ID) {
    throw storeCorrupt(`${file} is a database, but not one of sessions.`);
  }
  if (version <= SCHEMA_VERSION) return;
  throw new ToolwrightError(
    'STORE_VERSION',
    `${file} was written by a newer version: its schema is ${version}, and this package knows ${SCHEMA_VERSION}.`,
    { blame: 'user', hint: 'Update @toolwright/store. Nothing was changed.' },
  );
}

async function checkStructure(client: Client, file: string): Promise<void> {
  const { rows } = await client.execute('PRAGMA quick_check(1)');
  const [verdict] = Object.values(rows[0] ?? {});
  if (verdict !== 'ok') throw storeCorrupt(`${file} is damaged: ${String(verdict)}.`);
}

/** In one transaction, which asks again for the version: another process may have been faster. */
async function migrate(client: Client): Promise<void> {
  const transaction = await client.transaction('write');
  try {
    const version = numberOf(await transaction.execute('PRAGMA user_version'));
    for (const statements of MIGRATIONS.slice(version)) await transaction.batch([...statements]);
    await transaction.execute(`PRAGMA application_id = ${APPLICATION_ID}`);
    await transaction.execute(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    await transaction.commit();
  } finally {
    transaction.close();
  }
}

async function readNumber(client: Client, sql: string): Promise<number> {
  return numberOf(await client.execute(sql));
}

function numberOf({ rows }: ResultSet): number {
  return Number(Object.values(rows[0] ?? {})[0] ?? 0);
}

/** @param doing What failed, as in `Cannot open the file`. */
export function toStoreError(error: unknown, file: string, doing: string): ToolwrightError {
  if (isToolwrightError(error)) return error;
  const code = error instanceof LibsqlError ? error.code : undefined;
  if (code === 'SQLITE_NOTADB')
    return storeCorrupt(`${file} is not a SQLite database, or its beginning is lost.`, error);
  if (code === 'SQLITE_CORRUPT')
    return storeCorrupt(`${file} is damaged, or its end is lost: ${errorMessage(error)}`, error);
  return storeFailed(`${doing} ${file}`, error);
}
