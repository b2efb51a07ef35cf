import type { Client, InStatement } from '@libsql/client/sqlite3';
import { chainChecksum } from '../checksum.js';
import type { LeaseHolder } from '../leases/lease-holder.js';
import type { SessionRecord } from '../sessions/session-record.js';
import type { SessionLease } from '../sessions/session-store.js';
import { sessionBusy } from '../store-error.js';

export interface LeaseState {
  readonly id: string;
  readonly holder: LeaseHolder;
  readonly ttlMs: number;
  /** Of the session, when the lease was taken. */
  readonly head: number;
  readonly checksum: string;
}

/** The lease is part of every statement's condition: a holder that slept through its expiry changes nothing. */
export class SqliteLease implements SessionLease {
  readonly #client: Client;
  readonly #now: () => number;
  readonly #id: string;
  readonly #holder: LeaseHolder;
  readonly #ttlMs: number;
  #head: number;
  #checksum: string;
  /** Appends follow each other: each checksum is made from the one before. */
  #last: Promise<void> = Promise.resolve();

  constructor(client: Client, now: () => number, { id, holder, ttlMs, head, checksum }: LeaseState) {
    this.#client = client;
    this.#now = now;
    this.#id = id;
    this.#holder = holder;
    this.#ttlMs = ttlMs;
    this.#head = head;
    this.#checksum = checksum;
  }

  append(records: readonly SessionRecord[]): Promise<void> {
    const appending = this.#last.then(() => this.#append(records));
    this.#last = appending.catch(() => {
      // Whoever asked for it is told; the next one begins from what was written before.
    });
    return appending;
  }

  async renew(): Promise<void> {
    const { rowsAffected } = await this.#client.execute({
      sql: 'UPDATE sessions SET lease_expires = ? WHERE id = ? AND lease_key = ?',
      args: [this.#now() + this.#ttlMs, this.#id, this.#holder.key],
    });
    if (rowsAffected === 0) throw this.#lost();
  }

  async release(): Promise<void> {
    await this.#last;
    await this.#client.execute({
      sql: `UPDATE sessions SET lease_key = NULL, lease_host = NULL, lease_pid = NULL, lease_expires = NULL
        WHERE id = ? AND lease_key = ?`,
      args: [this.#id, this.#holder.key],
    });
  }

  async #append(records: readonly SessionRecord[]): Promise<void> {
    const at = this.#now();
    const { key } = this.#holder;
    let [seq, checksum] = [this.#head, this.#checksum];
    const statements: InStatement[] = records.map((record) => {
      const json = JSON.stringify(record);
      checksum = chainChecksum(checksum, ++seq, at, json);
      return {
        sql: `INSERT INTO records (session, seq, at, json, checksum) SELECT ?, ?, ?, ?, ?
          WHERE EXISTS (SELECT 1 FROM sessions WHERE id = ? AND lease_key = ? AND head = ?)`,
        args: [this.#id, seq, at, json, checksum, this.#id, key, this.#head],
      };
    });
    const results = await this.#client.batch(
      [
        ...statements,
        {
          sql: `UPDATE sessions SET head = ?, checksum = ?, updated_at = ?, lease_expires = ?
            WHERE id = ? AND lease_key = ? AND head = ?`,
          args: [seq, checksum, at, at + this.#ttlMs, this.#id, key, this.#head],
        },
      ],
      'write',
    );
    if (results.at(-1)?.rowsAffected !== 1) throw this.#lost();
    [this.#head, this.#checksum] = [seq, checksum];
  }

  #lost(): Error {
    return sessionBusy(this.#id, 'somebody else, since this process did not renew its right in time');
  }
}
