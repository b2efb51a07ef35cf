import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, LibsqlError, type ResultSet } from '@libsql/client/sqlite3';
import { isToolwrightError, type ToolwrightError } from '@toolwright/contract';
import { storeCorrupt, storeFailed } from '../store-error.js';
import { checkFile, checkIdentity } from './check-file.js';
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from './database-schema.js';
import { inTurn, mayBeOpenHere, noteOpened } from './open-files.js';

/** How long to wait for another process, which holds the file for milliseconds only. */
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/** Opens a file, or makes it, with the schema of this version. @throws ToolwrightError `STORE_CORRUPT`, `STORE_VERSION` or `STORE_FAILED` */
export function openDatabase(file: string): Promise<Client> {
  return inTurn(async () => {
    for (const end = Date.now() + BUSY_TIMEOUT_MS; ; await setTimeout(BUSY_PAUSE_MS)) {
      try {
        return await tryOpen(file);
      } catch (error) {
        // Of a file that is being made, or closed by the last that had it open, SQLite says so at once:
        // https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode
        if (!isBusy(error) || Date.now() > end) throw toStoreError(error, file, 'open');
      }
    }
  });
}

async function tryOpen(file: string): Promise<Client> {
  // Where it may be open SQLite alone says what it is, also before it writes.
  if (!mayBeOpenHere(file)) checkFile(file);
  mkdirSync(dirname(file), { recursive: true });
  // One connection: settings hold for a connection, and statements of one process follow each other anyway.
  const client = createClient({ url: pathToFileURL(file).href, concurrency: 1, timeout: BUSY_TIMEOUT_MS });
  noteOpened(file);
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

async function prepare(client: Client, file: string): Promise<void> {
  const version = await readNumber(client, 'PRAGMA user_version');
  const tables = await readNumber(client, 'SELECT count(*) FROM sqlite_master');
  if (tables > 0) {
    checkIdentity(file, { applicationId: await readNumber(client, 'PRAGMA application_id'), version });
    await checkStructure(client, file);
  }
  // Written in one go and on the disk before it counts: a power cut loses nothing that was answered.
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute('PRAGMA synchronous = FULL');
  await client.execute('PRAGMA foreign_keys = ON');
  if (version < SCHEMA_VERSION) await migrate(client);
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

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** @param doing What failed, as in `Cannot open the file`. */
export function toStoreError(error: unknown, file: string, doing: string): ToolwrightError {
  if (isToolwrightError(error)) return error;
  if (error instanceof LibsqlError && DAMAGED.has(error.code)) {
    return storeCorrupt(`${file} is damaged: ${error.message}`, error);
  }
  return storeFailed(`${doing} ${file}`, error);
}
