import type { RunEndRecord, SessionRecord, StoredRecord } from './session-record.js';

/** The facts about a session that are known without reading it. */
export interface SessionInfo {
  readonly id: string;
  /** The name of the agent that it belongs to. */
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many records it has. */
  readonly records: number;
}

/** A place in a session, behind a record or at its beginning. */
export interface SessionPosition {
  /** How many records are before it. */
  readonly seq: number;
  /** Differs if any of them differs. */
  readonly checksum: string;
}

/** What the runs between two places have added, so that their records need not be read again. */
export interface SessionCheckpoint {
  /** Where the checkpoint before it ends. */
  readonly from: SessionPosition;
  readonly to: SessionPosition;
  /** All runs as if they were one. Its observations may be left out when it is read. */
  readonly end: RunEndRecord;
  /** The records with bytes that later ones refer to. */
  readonly media: readonly number[];
}

/** What to read of a session. */
export interface ReadOptions {
  /** Up to where the reader knows the session. */
  readonly known?: SessionPosition | undefined;
  /** Whether the checkpoints come with their observations; runs do not need them. */
  readonly observations: boolean;
}

/** The rest of a session, for a reader who knows its beginning. */
export interface SessionExcerpt {
  /** Whether the session still begins as the reader knows it. If not, the excerpt begins with the session. */
  readonly continues: boolean;
  /** From the beginning of the excerpt, in place of the records that they cover. */
  readonly checkpoints: readonly SessionCheckpoint[];
  /** The records that the checkpoints name as `media`. */
  readonly media: readonly StoredRecord[];
  readonly records: readonly StoredRecord[];
  /** Behind the last record. */
  readonly position: SessionPosition;
}

/** The right to write to a session. One holder has it, until it is released or expires. */
export interface SessionLease {
  /** @throws ToolwrightError `SESSION_BUSY` if another holder has taken over; nothing is written then */
  append(records: readonly SessionRecord[]): Promise<void>;
  /** Postpones the expiry. @throws ToolwrightError `SESSION_BUSY` if another holder has taken over */
  renew(): Promise<void>;
  /**
   * Stores a checkpoint in place of those that begin later. A store may leave this out.
   * @returns whether it is stored; it is not if another holder has taken over, or no checkpoint ends where it begins
   */
  checkpoint?(checkpoint: SessionCheckpoint): Promise<boolean>;
  /** Releases the right; does nothing if another holder has it. */
  release(): Promise<void>;
}

/**
 * Where sessions are kept. Records are only ever appended, in one order for all processes. Every method rejects with a
 * `ToolwrightError`: `STORE_FAILED`, `STORE_CORRUPT` or `UNKNOWN_SESSION`.
 */
export interface SessionStore {
  /** Does nothing if a session of that id exists. */
  create(session: { readonly id: string; readonly agent: string }): Promise<void>;
  find(id: string): Promise<SessionInfo | undefined>;
  /** The one that was written to last comes first. */
  list(): Promise<readonly SessionInfo[]>;
  /** All records in order, their checksums compared. */
  read(id: string): Promise<readonly StoredRecord[]>;
  /** Only what a reader does not know. A store may leave this out: all records are then read for each run. */
  readFrom?(id: string, options: ReadOptions): Promise<SessionExcerpt>;
  /**
   * Takes the right to write. A holder whose process has died on this machine loses it at once, others when it has expired.
   * @param ttlMs after how many milliseconds without renewal the right expires
   * @throws ToolwrightError `SESSION_BUSY`
   */
  acquire(id: string, ttlMs: number): Promise<SessionLease>;
  /** @throws ToolwrightError `SESSION_BUSY` if somebody writes to it; does nothing for an unknown id */
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}
