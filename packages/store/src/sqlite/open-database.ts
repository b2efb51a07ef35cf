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

/** A file that is open. */
export interface Database {
  readonly client: DatabaseClient;
  /** The connection itself. */
  readonly driver: Client;
  readonly files: OpenFiles;
  readonly mark: PositionMark;
}

/**
 * Opens a file, or makes it, with the schema of this version. Only SQLite may read it: whoever closes a descriptor of a file drops every
 * lock that his process has on it, SQLite's as well, in whichever thread, and other processes then take its log for abandoned:
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * @param accept Whether to take the file as it is, whatever its mark says
 * @throws ToolwrightError `STORE_CORRUPT`, `STORE_VERSION` or `STORE_FAILED`
 */
export async function openDatabase(file: string, accept: boolean): Promise<Database> {
  try {
    // Of a file that is being made, or closed by the last that had it open, SQLite says at once that it is busy:
    // https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode
    return await whileBusy(() => tryOpen(file, accept));
  } catch (error) {
    throw toStoreError(error, file, 'open');
  }
}

async function tryOpen(path: string, accept: boolean): Promise<Database> {
  const file = findFile(path);
  // One connection: settings hold for a connection, and statements of one process follow each other anyway.
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

/** Writes nothing before it is certain what the file is. */
async function prepare(client: DatabaseClient, file: string, accept: boolean): Promise<void> {
  // Before the file: another process may be making both.
  const marks = PositionMark.read(file);
  const version = await readNumber(client, 'PRAGMA user_version');
  const tables = await readNumber(client, 'SELECT count(*) FROM sqlite_master');
  // After these: whoever makes the file says all three at once.
  const applicationId = await readNumber(client, 'PRAGMA application_id');
  const isNew = version === 0 && tables === 0 && applicationId === 0;
  if (!isNew) checkIdentity(file, applicationId, version);
  if (tables > 0) await checkStructure(client, file);
  if (version < FIRST_WITH_POSITION && !accept) checkNoMark(file, marks);
  await applySettings(client);
  await migrate(client, version);
}

async function applySettings(client: DatabaseClient): Promise<void> {
  // Written in one go and on the disk before it counts: a power cut loses nothing that was answered.
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute('PRAGMA synchronous = FULL');
  await client.execute('PRAGMA foreign_keys = ON');
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

async function checkStructure(client: DatabaseClient, file: string): Promise<void> {
  for (const check of CHECKS) {
    const { rows } = await client.execute(check);
    const verdict = rows[0]?.verdict;
    const text = verdict instanceof ArrayBuffer ? new TextDecoder().decode(verdict) : String(verdict);
    if (text !== 'ok') throw storeCorrupt(`${file} is damaged: ${text.replaceAll(/\s+/g, ' ')}.`);
  }
}

/**
 * The smaller table is checked with its indexes: a session whose name is damaged would seem to be new. The verdicts are read as bytes,
 * since they may quote what is damaged.
 */
const CHECKS = [
  'SELECT CAST(quick_check AS BLOB) AS verdict FROM pragma_quick_check(1)',
  "SELECT CAST(integrity_check AS BLOB) AS verdict FROM pragma_integrity_check('sessions')",
];

/**
 * In one transaction, without a pause: another store that this process opens at the same time would wait for it in vain. Each migration
 * creates a table first, so that it fails if another process was faster.
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

/** @param doing What failed, as in `Cannot open the file`. */
export function toStoreError(error: unknown, file: string, doing: string): ToolwrightError {
  if (isToolwrightError(error)) return error;
  const code = error instanceof LibsqlError ? error.code : undefined;
  if (code === 'SQLITE_NOTADB')
    return storeCorrupt(`${file} is not a SQLite database, or its beginning is lost.`, error);
  // The statements are fixed: one that the schema of the file does not allow meets a damaged schema.
  const isShort = error instanceof LibsqlError && error.extendedCode === 'SQLITE_IOERR_SHORT_READ';
  if (code?.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_ERROR' || isShort)
    return storeCorrupt(`${file} is damaged, or its end is lost: ${errorMessage(error)}`, error);
  // A number that no number of JavaScript can hold: none was written.
  if (error instanceof RangeError) return storeCorrupt(`${file} is damaged: ${error.message}`, error);
  return storeFailed(
    `${doing} ${file}`,
    CANNOT_OPEN.test(errorMessage(error)) ? 'it cannot be opened.' : error,
  );
}

/** What the driver says with the number 14 and the path once more. */
const CANNOT_OPEN = /^ConnectionFailed\(/;
