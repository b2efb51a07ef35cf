import type { RunEndRecord, SessionRecord, StoredRecord } from './session-record.js';

/** Information about a session that a store can provide without reading its records. */
export interface SessionInfo {
  readonly id: string;
  /** The name of the agent to which the session belongs. */
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The number of records. */
  readonly records: number;
}

/** A position in a session: after a record, or at the start. */
export interface SessionPosition {
  /** The number of records before the position. */
  readonly seq: number;
  /** The checksum of all records before the position. */
  readonly checksum: string;
}

/** A summary of the runs between two positions, so that their records need not be read again. */
export interface SessionCheckpoint {
  /** The end of the previous checkpoint. */
  readonly from: SessionPosition;
  readonly to: SessionPosition;
  /** All covered runs, combined into one. Its observations may be omitted when it is read. */
  readonly end: RunEndRecord;
  /** The numbers of covered records that contain media to which later records refer. */
  readonly media: readonly number[];
}

/** Options of `readFrom`. */
export interface ReadOptions {
  /** The position up to which the reader already knows the session. */
  readonly known?: SessionPosition | undefined;
  /** Whether to include the observations of checkpoints; runs do not need them. */
  readonly observations: boolean;
}

/** The rest of a session, for a reader that already knows its beginning. */
export interface SessionExcerpt {
  /** Whether the known part is unchanged. If not, the excerpt starts at the beginning of the session. */
  readonly continues: boolean;
  /** Checkpoints at the start of the excerpt, in place of the records that they cover. */
  readonly checkpoints: readonly SessionCheckpoint[];
  /** The records listed in `media` of the checkpoints. */
  readonly media: readonly StoredRecord[];
  readonly records: readonly StoredRecord[];
  /** The position after the last record. */
  readonly position: SessionPosition;
}

/** The exclusive right to write to a session until the lease is released or expires. */
export interface SessionLease {
  /** @throws ToolwrightError `SESSION_BUSY`, without writing anything, if another holder has taken over */
  append(records: readonly SessionRecord[]): Promise<void>;
  /** Postpones the expiry. @throws ToolwrightError `SESSION_BUSY` if another holder has taken over */
  renew(): Promise<void>;
  /**
   * Stores a checkpoint and deletes all checkpoints that begin later. Optional for stores.
   * @returns whether the checkpoint was stored; false if another holder has taken over, or if no checkpoint ends where this one begins
   */
  checkpoint?(checkpoint: SessionCheckpoint): Promise<boolean>;
  /** Releases the lease. Does nothing if another holder has taken over. */
  release(): Promise<void>;
}

/**
 * A store of sessions. Records are only ever appended, in the same order for all processes. Every method may reject with a
 * `ToolwrightError` `STORE_FAILED`, `STORE_CORRUPT` or `UNKNOWN_SESSION`.
 */
export interface SessionStore {
  /** Creates a session. Does nothing if a session with that id exists. */
  create(session: { readonly id: string; readonly agent: string }): Promise<void>;
  find(id: string): Promise<SessionInfo | undefined>;
  /** Lists all sessions, the most recently written first. */
  list(): Promise<readonly SessionInfo[]>;
  /** Reads all records in order and verifies their checksums. */
  read(id: string): Promise<readonly StoredRecord[]>;
  /** Reads only the records that the caller does not have yet. Optional for stores; without it, each run reads all records. */
  readFrom?(id: string, options: ReadOptions): Promise<SessionExcerpt>;
  /**
   * Acquires the lease. If the holder's process has died on this machine, the lease is free immediately; otherwise, once it expires.
   * @param ttlMs the time without renewal after which the lease expires, in milliseconds
   * @throws ToolwrightError `SESSION_BUSY`
   */
  acquire(id: string, ttlMs: number): Promise<SessionLease>;
  /** Does nothing for an unknown id. @throws ToolwrightError `SESSION_BUSY` while a run holds the lease */
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}
