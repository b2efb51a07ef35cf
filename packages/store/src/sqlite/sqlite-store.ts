import type { InStatement, Row } from '@libsql/client/sqlite3';
import { checkOptions, optionsOf } from '@toolwright/contract';
import { START } from '../checksum.js';
import { describeHolder, newLeaseHolder } from '../leases/lease-holder.js';
import { checkedClock, checkLeaseMs } from '../leases/lease-time.js';
import { isGone } from '../leases/process-identity.js';
import { checkStoredText } from '../sessions/session-error.js';
import type { StoredRecord } from '../sessions/session-record.js';
import type {
  ReadOptions,
  SessionExcerpt,
  SessionInfo,
  SessionLease,
  SessionStore,
} from '../sessions/session-store.js';
import { sessionBusy, storeClosed, unknownSession } from '../store-error.js';
import { COUNT_CHANGE } from './database-schema.js';
import { checkPath } from './find-file.js';
import { type Database, openDatabase, toStoreError } from './open-database.js';
import { numberOf, optionalTextOf, SESSION_COLUMNS, textOf } from './rows.js';
import { SqliteLease } from './sqlite-lease.js';
import { positionOf } from './store-position.js';
import { readExcerpt } from './stored-checkpoints.js';
import { positionOfSession, readRows, SELECT_SESSION, toRecords } from './stored-records.js';

/** Options of `openSqliteStore`. */
export interface SqliteStoreOptions {
  /**
   * The path of the file. Missing folders and files are created. The write-ahead log (`-wal`), its index (`-shm`) and the mark (`-mark`)
   * are stored next to the file.
   */
  readonly file: string;
  /** Returns milliseconds since 1970. If processes share a file, their clocks must not differ by more than the lease duration. */
  readonly now?: (() => number) | undefined;
  /** Accepts a file that is older than its mark, such as a restored backup. Default: false. */
  readonly accept?: boolean | undefined;
}

const SQLITE = optionsOf<SqliteStoreOptions>()({ anything: 'file now accept' });

/**
 * Opens a store of sessions in a single file, which any number of processes can use concurrently.
 * @throws ToolwrightError `STORE_CORRUPT`, `STORE_VERSION` or `STORE_FAILED`; the file is unchanged in these cases
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SessionStore> {
  checkOptions(options, SQLITE, 'openSqliteStore');
  const { file, now = Date.now, accept = false } = options;
  const path = checkPath(file);
  return new SqliteStore(path, await openDatabase(path, accept === true), checkedClock(now));
}

class SqliteStore implements SessionStore {
  readonly #file: string;
  readonly #database: Database;
  readonly #now: () => number;
  /** The keys of released leases. If the disk was full when they were released, the file may still contain them. */
  readonly #released = new Set<string>();

  constructor(file: string, database: Database, now: () => number) {
    this.#file = file;
    this.#database = database;
    this.#now = now;
  }

  create({ id, agent }: { readonly id: string; readonly agent: string }): Promise<void> {
    return this.#do('write to', async () => {
      checkStoredText('id of a session', id);
      checkStoredText('name of an agent', agent);
      const at = this.#now();
      await this.#change({
        sql: 'INSERT OR IGNORE INTO sessions (id, agent, created_at, updated_at) VALUES (?, ?, ?, ?)',
        args: [id, agent, at, at],
      });
    });
  }

  find(id: string): Promise<SessionInfo | undefined> {
    return this.#do('read', async () => {
      const row = await this.#findRow(id);
      return row && toInfo(row);
    });
  }

  list(): Promise<readonly SessionInfo[]> {
    return this.#do('read', async () => {
      const { rows } = await this.#database.client.execute(
        `SELECT ${SESSION_COLUMNS} FROM sessions ORDER BY sessions.updated_at DESC, sessions.id`,
      );
      return rows.map(toInfo);
    });
  }

  read(id: string): Promise<readonly StoredRecord[]> {
    return this.#do('read', async () => {
      const { session, rows } = await readRows(this.#database.client, id, START);
      return toRecords(session, rows);
    });
  }

  readFrom(id: string, options: ReadOptions): Promise<SessionExcerpt> {
    return this.#do('read', () => readExcerpt(this.#database.client, id, options));
  }

  acquire(id: string, ttlMs: number): Promise<SessionLease> {
    return this.#do('write to', async () => {
      checkLeaseMs(ttlMs);
      const row = await this.#findRow(id);
      if (row === undefined) throw unknownSession(id);
      this.#assertFree(row);
      const holder = newLeaseHolder();
      const taken = await this.#database.client.execute({
        sql: `UPDATE sessions SET lease_key = ?, lease_host = ?, lease_pid = ?, lease_expires = ?,
          lease_machine = ?, lease_started = ?
          WHERE ${SAME_LEASE} RETURNING +head AS head, CAST(checksum AS BLOB) AS checksum`,
        args: [
          holder.key,
          holder.host,
          holder.pid,
          this.#now() + ttlMs,
          holder.machine,
          holder.started,
          ...sameLease(row),
        ],
      });
      const state = taken.rows[0];
      if (state === undefined) throw sessionBusy(id, 'another process');
      const position = positionOfSession(state);
      return this.#guard(
        holder.key,
        new SqliteLease(this.#database, this.#now, { id, holder, ttlMs, position }),
      );
    });
  }

  delete(id: string): Promise<void> {
    return this.#do('write to', async () => {
      const row = await this.#findRow(id);
      if (row === undefined) return;
      this.#assertFree(row);
      const deleted = await this.#change({
        sql: `DELETE FROM sessions WHERE ${SAME_LEASE}`,
        args: sameLease(row),
      });
      if (!deleted) throw sessionBusy(id, 'another process');
    });
  }

  async close(): Promise<void> {
    const { driver, mark } = this.#database;
    if (driver.closed) return;
    try {
      // Moves the log into the file, so that the file alone is the whole store. A process that still has it open does so on closing.
      await driver.execute('PRAGMA busy_timeout = 0');
      await driver.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The log keeps the remaining changes. The next process that opens the file reads both.
    }
    driver.close();
    mark.close();
  }

  /** Executes a statement and counts the change. @returns whether a row was changed; in that case, the mark is on disk */
  async #change(statement: InStatement): Promise<boolean> {
    const { client, mark } = this.#database;
    const results = await client.batch([statement, COUNT_CHANGE], 'write');
    const [counted] = results.at(-1)?.rows ?? [];
    if (counted !== undefined) mark.advance(positionOf(counted));
    return counted !== undefined;
  }

  async #findRow(id: string): Promise<Row | undefined> {
    const { rows } = await this.#database.client.execute({ sql: SELECT_SESSION, args: [id] });
    return rows[0];
  }

  #assertFree(row: Row): void {
    if (row.lease_key === null || numberOf(row, 'lease_expires') <= this.#now()) return;
    if (this.#released.has(textOf(row, 'lease_key'))) return;
    const holder = {
      host: textOf(row, 'lease_host'),
      pid: numberOf(row, 'lease_pid'),
      machine: optionalTextOf(row, 'lease_machine'),
      started: optionalTextOf(row, 'lease_started'),
    };
    if (!isGone(holder)) throw sessionBusy(textOf(row, 'id'), describeHolder(holder));
  }

  /** Wraps a lease so that its errors become store errors. */
  #guard(key: string, lease: Required<SessionLease>): SessionLease {
    return {
      append: (records) => this.#do('write to', () => lease.append(records)),
      renew: () => this.#do('write to', () => lease.renew()),
      checkpoint: (checkpoint) => this.#do('write to', () => lease.checkpoint(checkpoint)),
      release: async () => {
        this.#released.add(key);
        await this.#do('write to', () => lease.release());
        this.#released.delete(key);
      },
    };
  }

  async #do<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      if (this.#database.driver.closed) throw storeClosed();
      this.#database.files.check();
      return await work();
    } catch (error) {
      throw toStoreError(error, this.#file, doing);
    }
  }
}

/** True if the lease was neither acquired nor renewed since a row was read. */
const SAME_LEASE = 'id = ? AND lease_key IS ? AND lease_expires IS ?';

function sameLease(row: Row): (string | number | null)[] {
  if (row.lease_key === null) return [textOf(row, 'id'), null, null];
  return [textOf(row, 'id'), textOf(row, 'lease_key'), numberOf(row, 'lease_expires')];
}

function toInfo(row: Row): SessionInfo {
  return {
    id: textOf(row, 'id'),
    agent: textOf(row, 'agent'),
    createdAt: numberOf(row, 'created_at'),
    updatedAt: numberOf(row, 'updated_at'),
    records: numberOf(row, 'head'),
  };
}
