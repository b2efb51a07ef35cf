import { pathToFileURL } from 'node:url';
import { type Client, createClient, LibsqlError, type ResultSet } from '@libsql/client/sqlite3';
import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { storeCorrupt, storeFailed } from '../store-error.js';
import { BUSY_TIMEOUT_MS, type DatabaseClient, renewedWhenBusy, whileBusy } from './busy-file.js';
import { APPLICATION_ID, FIRST_WITH_POSITION, MIGRATIONS, SCHEMA_VERSION } from './database-schema.js';
import { findFile } from './find-file.js';
import { OpenFiles } from './open-files.js';
import { PositionMark } from './position-mark.js';
import { acceptStore, checkNoMark, openMark } from './store-position.js';

export interface Database {
  readonly client: DatabaseClient;
  /** The underlying connection. */
  readonly driver: Client;
  readonly files: OpenFiles;
  readonly mark: PositionMark;
}

/**
 * Opens a file with the schema of this version, or creates one. Only SQLite may open this file: closing any descriptor of it releases all
 * locks of the process, including those of SQLite, and other processes would then treat its log as abandoned.
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * @param accept whether to accept the file even if it disagrees with its mark
 * @throws ToolwrightError `STORE_CORRUPT`, `STORE_VERSION` or `STORE_FAILED`
 */
export async function openDatabase(file: string, accept: boolean): Promise<Database> {
  try {
    // While another process creates the file or, as its last user, closes it, SQLite reports it as busy without waiting:
    // https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode
    return await whileBusy(() => tryOpen(file, accept));
  } catch (error) {
    throw toStoreError(error, file, 'open');
  }
}

async function tryOpen(path: string, accept: boolean): Promise<Database> {
  const file = findFile(path);
  // Uses one connection, because settings apply per connection, and the statements of a process run one at a time anyway.
  const driver = createClient({
    url: pathToFileURL(file).href,
    concurrency: 1,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    await prepare(driver, file, accept);
    const mark = await (accept ? acceptStore : openMark)(driver, file);
    return {
      client: renewedWhenBusy(driver, () => applySettings(driver)),
      driver,
      files: new OpenFiles(file),
      mark,
    };
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** Writes nothing until the file is identified. */
async function prepare(client: DatabaseClient, file: string, accept: boolean): Promise<void> {
  // Reads the marks before the file, because another process may be creating both.
  const marks = PositionMark.read(file);
  const version = await readNumber(client, 'PRAGMA user_version');
  const tables = await readNumber(client, 'SELECT count(*) FROM sqlite_master');
  // Reads the application id last, because a process that creates the file writes all three values at once.
  const applicationId = await readNumber(client, 'PRAGMA application_id');
  const isNew = version === 0 && tables === 0 && applicationId === 0;
  if (!isNew) checkIdentity(file, applicationId, version);
  if (tables > 0) await checkStructure(client, file);
  if (version < FIRST_WITH_POSITION && !accept) checkNoMark(file, marks);
  await applySettings(client);
  await migrate(client, version);
}

async function applySettings(client: DatabaseClient): Promise<void> {
  // A transaction is written to disk before it succeeds, so that a power failure loses nothing that was confirmed.
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute('PRAGMA synchronous = FULL');
  await client.execute('PRAGMA foreign_keys = ON');
}

function checkIdentity(file: string, applicationId: number, version: number): void {
  if (applicationId !== APPLICATION_ID) {
    throw storeCorrupt(`${file} is a database, but not a session store.`);
  }
  if (version <= SCHEMA_VERSION) return;
  throw new ToolwrightError(
    'STORE_VERSION',
    `${file} was written by a newer version: it has schema version ${version}, but this package supports only up to ${SCHEMA_VERSION}.`,
    { blame: 'user', hint: 'Update @toolwright/store. Nothing was changed.' },
  );
}

async function checkStructure(client: DatabaseClient, file: string): Promise<void> {
  for (const check of CHECKS) {
    const { rows } = await client.execute(check);
    const verdict = rows[0]?.verdict;
    const text = verdict instanceof ArrayBuffer ? new TextDecoder().decode(verdict) : String(verdict);
    if (text !== 'ok') throw storeCorrupt(`${file} is damaged: ${text.replaceAll(/\s+/g, ' ')}.`);
  }
}

/**
 * Queries that check the tables. The smaller table is checked with its indexes, because a session with a damaged id would seem to be new.
 * The results are read as bytes, because they may quote damaged text.
 */
const CHECKS = [
  'SELECT CAST(quick_check AS BLOB) AS verdict FROM pragma_quick_check(1)',
  "SELECT CAST(integrity_check AS BLOB) AS verdict FROM pragma_integrity_check('sessions')",
];

/**
 * Migrates in one transaction without a pause, because another store that this process opens at the same time could not wait for it. Each
 * migration creates a table first, so that it fails if another process has already migrated.
 */
async function migrate(client: DatabaseClient, from: number): Promise<void> {
  for (let version = from; version < SCHEMA_VERSION; ) {
    try {
      await client.batch(
        [
          ...MIGRATIONS.slice(version).flat(),
          `PRAGMA application_id = ${APPLICATION_ID}`,
          `PRAGMA user_version = ${SCHEMA_VERSION}`,
        ],
        'write',
      );
      return;
    } catch (error) {
      const present = await readNumber(client, 'PRAGMA user_version');
      if (present === version) throw error;
      version = present;
    }
  }
}

async function readNumber(client: DatabaseClient, sql: string): Promise<number> {
  return numberOf(await client.execute(sql));
}

function numberOf({ rows }: ResultSet): number {
  return Number(Object.values(rows[0] ?? {})[0] ?? 0);
}

/** Converts a driver error to a store error. @param doing the operation that failed, such as `open` */
export function toStoreError(error: unknown, file: string, doing: string): ToolwrightError {
  if (isToolwrightError(error)) return error;
  const code = error instanceof LibsqlError ? error.code : undefined;
  if (code === 'SQLITE_NOTADB')
    return storeCorrupt(`${file} is not a SQLite database, or its start is missing.`, error);
  // The statements are constant, so an SQL error means that the file's schema is damaged.
  const isShort = error instanceof LibsqlError && error.extendedCode === 'SQLITE_IOERR_SHORT_READ';
  if (code?.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_ERROR' || isShort)
    return storeCorrupt(`${file} is damaged, or its end is missing: ${errorMessage(error)}`, error);
  // The driver throws a RangeError for integers that JavaScript cannot represent, which this package never writes.
  if (error instanceof RangeError) return storeCorrupt(`${file} is damaged: ${error.message}`, error);
  return storeFailed(
    `${doing} ${file}`,
    CANNOT_OPEN.test(errorMessage(error)) ? 'it cannot be opened.' : error,
  );
}

/** Matches the driver's message for SQLITE_CANTOPEN, which contains only the error number and the path. */
const CANNOT_OPEN = /^ConnectionFailed\(/;
