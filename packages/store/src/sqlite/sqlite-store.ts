import { resolve } from 'node:path';
import type { Client, Row } from '@libsql/client/sqlite3';
import { chainChecksum, NO_CHECKSUM } from '../checksum.js';
import { describeHolder, isGone, newLeaseHolder } from '../leases/lease-holder.js';
import type { StoredRecord } from '../sessions/session-record.js';
import type { SessionInfo, SessionLease, SessionStore } from '../sessions/session-store.js';
import { sessionBusy, storeCorrupt, unknownSession } from '../store-error.js';
import { openDatabase, toStoreError } from './open-database.js';
import { numberOf, textOf } from './rows.js';
import { SqliteLease } from './sqlite-lease.js';

/** Options of `openSqliteStore`. */
export interface SqliteStoreOptions {
  /** Created with its folders if it does not exist. Next to it are its write-ahead log (`-wal`) and its index (`-shm`). */
  readonly file: string;
  /** Milliseconds since 1970. Processes that share a file must agree on it to within the expiry of leases. */
  readonly now?: (() => number) | undefined;
}

/**
 * Sessions in one file, for any number of processes at once.
 * @throws ToolwrightError `STORE_CORRUPT`, `STORE_VERSION` or `STORE_FAILED`; the file is as it was then
 */
export async function openSqliteStore({ file, now = Date.now }: SqliteStoreOptions): Promise<SessionStore> {
  const path = resolve(file);
  return new SqliteStore(path, await openDatabase(path), now);
}

class SqliteStore implements SessionStore {
  readonly #file: string;
  readonly #client: Client;
  readonly #now: () => number;

  constructor(file: string, client: Client, now: () => number) {
    this.#file = file;
    this.#client = client;
    this.#now = now;
  }

  create({ id, agent }: { readonly id: string; readonly agent: string }): Promise<void> {
    return this.#do('write to', async () => {
      const at = this.#now();
      await this.#client.execute({
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
      const { rows } = await this.#client.execute('SELECT * FROM sessions ORDER BY updated_at DESC, id');
      return rows.map(toInfo);
    });
  }

  read(id: string): Promise<readonly StoredRecord[]> {
    return this.#do('read', async () => {
      // One snapshot of both: somebody may be writing.
      const [sessions, records] = await this.#client.batch(
        [
          { sql: 'SELECT * FROM sessions WHERE id = ?', args: [id] },
          { sql: 'SELECT * FROM records WHERE session = ? ORDER BY seq', args: [id] },
        ],
        'deferred',
      );
      const session = sessions?.rows[0];
      if (session === undefined) throw unknownSession(id);
      return toRecords(session, records?.rows ?? []);
    });
  }

  acquire(id: string, ttlMs: number): Promise<SessionLease> {
    return this.#do('write to', async () => {
      const row = await this.#findRow(id);
      if (row === undefined) throw unknownSession(id);
      this.#assertFree(row);
      const holder = newLeaseHolder();
      const taken = await this.#client.execute({
        sql: `UPDATE sessions SET lease_key = ?, lease_host = ?, lease_pid = ?, lease_expires = ?
          WHERE ${SAME_LEASE} RETURNING head, checksum`,
        args: [holder.key, holder.host, holder.pid, this.#now() + ttlMs, ...sameLease(row)],
      });
      const state = taken.rows[0];
      if (state === undefined) throw sessionBusy(id, 'another process, which was faster');
      const position = { head: numberOf(state, 'head'), checksum: textOf(state, 'checksum') };
      return this.#guard(new SqliteLease(this.#client, this.#now, { id, holder, ttlMs, ...position }));
    });
  }

  delete(id: string): Promise<void> {
    return this.#do('write to', async () => {
      const row = await this.#findRow(id);
      if (row === undefined) return;
      this.#assertFree(row);
      const { rowsAffected } = await this.#client.execute({
        sql: `DELETE FROM sessions WHERE ${SAME_LEASE}`,
        args: sameLease(row),
      });
      if (rowsAffected === 0) throw sessionBusy(id, 'another process');
    });
  }

  async close(): Promise<void> {
    if (this.#client.closed) return;
    try {
      // The log goes into the file, so that the file alone is the store; where another process has it open, that does so later.
      await this.#client.execute('PRAGMA busy_timeout = 0');
      await this.#client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The log keeps what the file does not have yet; whoever opens it next reads both.
    }
    this.#client.close();
  }

  async #findRow(id: string): Promise<Row | undefined> {
    const { rows } = await this.#client.execute({ sql: 'SELECT * FROM sessions WHERE id = ?', args: [id] });
    return rows[0];
  }

  #assertFree(row: Row): void {
    if (row.lease_key === null || numberOf(row, 'lease_expires') <= this.#now()) return;
    const holder = { host: textOf(row, 'lease_host'), pid: numberOf(row, 'lease_pid') };
    if (!isGone(holder)) throw sessionBusy(textOf(row, 'id'), describeHolder(holder));
  }

  /** The same lease, whose errors are the store's. */
  #guard(lease: SessionLease): SessionLease {
    return {
      append: (records) => this.#do('write to', () => lease.append(records)),
      renew: () => this.#do('write to', () => lease.renew()),
      release: () => this.#do('write to', () => lease.release()),
    };
  }

  async #do<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, this.#file, doing);
    }
  }
}

/** Nobody has taken the lease since a row was read, nor has its holder, whose time was up, come back and renewed it. */
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

/** @throws ToolwrightError `STORE_CORRUPT` if a checksum differs or records are missing at the end */
function toRecords(session: Row, rows: readonly Row[]): StoredRecord[] {
  const id = textOf(session, 'id');
  let checksum = NO_CHECKSUM;
  const records = rows.map((row, index) => {
    const [seq, at, json] = [numberOf(row, 'seq'), numberOf(row, 'at'), textOf(row, 'json')];
    checksum = chainChecksum(checksum, seq, at, json);
    if (seq !== index + 1 || checksum !== row.checksum) {
      throw storeCorrupt(`The record ${index + 1} of the session '${id}' is not as it was written.`);
    }
    return { seq, at, record: JSON.parse(json) };
  });
  if (records.length === numberOf(session, 'head') && checksum === session.checksum) return records;
  throw storeCorrupt(`The session '${id}' has lost records at its end.`);
}
