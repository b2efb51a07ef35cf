import type { InStatement } from '@libsql/client/sqlite3';
import { chainChecksum } from '../checksum.js';
import type { LeaseHolder } from '../leases/lease-holder.js';
import type { SessionRecord } from '../sessions/session-record.js';
import type { SessionCheckpoint, SessionLease, SessionPosition } from '../sessions/session-store.js';
import { recordTooLarge, sessionBusy } from '../store-error.js';
import { COUNT_CHANGE } from './database-schema.js';
import type { Database } from './open-database.js';
import { positionOf } from './store-position.js';
import { checkpointStatements } from './stored-checkpoints.js';

export interface LeaseState {
  readonly id: string;
  readonly holder: LeaseHolder;
  readonly ttlMs: number;
  /** The position of the session when the lease was acquired. */
  readonly position: SessionPosition;
}

/** A lease in SQLite. Every statement checks the lease, so that a holder that was suspended beyond its expiry changes nothing. */
export class SqliteLease implements Required<SessionLease> {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #id: string;
  readonly #holder: LeaseHolder;
  readonly #ttlMs: number;
  #position: SessionPosition;
  /** Chains appends, because each checksum depends on the previous one. */
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database, now: () => number, { id, holder, ttlMs, position }: LeaseState) {
    this.#database = database;
    this.#now = now;
    this.#id = id;
    this.#holder = holder;
    this.#ttlMs = ttlMs;
    this.#position = position;
  }

  append(records: readonly SessionRecord[]): Promise<void> {
    const appending = this.#last.then(() => this.#append(records));
    this.#last = appending.catch(() => {
      // The caller of this append receives the error. The next append continues after the last written record.
    });
    return appending;
  }

  async renew(): Promise<void> {
    const { rowsAffected } = await this.#database.client.execute({
      sql: 'UPDATE sessions SET lease_expires = ? WHERE id = ? AND lease_key = ?',
      args: [this.#now() + this.#ttlMs, this.#id, this.#holder.key],
    });
    if (rowsAffected === 0) throw this.#lost();
  }

  async checkpoint(checkpoint: SessionCheckpoint): Promise<boolean> {
    await this.#last;
    const { seq, checksum } = this.#position;
    if (checkpoint.to.seq !== seq || checkpoint.to.checksum !== checksum) return false;
    const results = await this.#database.client.batch(
      checkpointStatements(this.#id, checkpoint, {
        sql: 'EXISTS (SELECT 1 FROM sessions WHERE id = ? AND lease_key = ?)',
        args: [this.#id, this.#holder.key],
      }),
      'write',
    );
    return results.at(-1)?.rowsAffected === 1;
  }

  async release(): Promise<void> {
    await this.#last;
    await this.#database.client.execute({
      sql: `UPDATE sessions SET lease_key = NULL, lease_host = NULL, lease_pid = NULL, lease_expires = NULL,
        lease_machine = NULL, lease_started = NULL
        WHERE id = ? AND lease_key = ?`,
      args: [this.#id, this.#holder.key],
    });
  }

  async #append(records: readonly SessionRecord[]): Promise<void> {
    const at = this.#now();
    const { key } = this.#holder;
    const { seq: head } = this.#position;
    let { seq, checksum } = this.#position;
    const statements: InStatement[] = records.map((record) => {
      const json = toJson(record);
      checksum = chainChecksum(checksum, ++seq, at, json);
      return {
        sql: `INSERT INTO records (session, seq, at, json, checksum) SELECT ?, ?, ?, ?, ?
          WHERE EXISTS (SELECT 1 FROM sessions WHERE id = ? AND lease_key = ? AND head = ?)`,
        args: [this.#id, seq, at, json, checksum, this.#id, key, head],
      };
    });
    const results = await this.#database.client.batch(
      [
        ...statements,
        {
          sql: `UPDATE sessions SET head = ?, checksum = ?, updated_at = ?, lease_expires = ?
            WHERE id = ? AND lease_key = ? AND head = ?`,
          args: [seq, checksum, at, at + this.#ttlMs, this.#id, key, head],
        },
        COUNT_CHANGE,
      ],
      'write',
    );
    const [counted] = results.at(-1)?.rows ?? [];
    if (counted === undefined) throw this.#lost();
    // The records are already written, even if updating the mark fails.
    this.#position = { seq, checksum };
    this.#database.mark.advance(positionOf(counted));
  }

  #lost(): Error {
    return sessionBusy(this.#id, 'another process, because this one did not renew its lease in time');
  }
}

/** Serializes a record. @throws ToolwrightError `STORE_FAILED` if the JSON exceeds the maximum string length */
function toJson(record: SessionRecord): string {
  try {
    return JSON.stringify(record);
  } catch (error) {
    if (error instanceof RangeError) throw recordTooLarge(error);
    throw error;
  }
}
