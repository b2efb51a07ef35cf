import type { SessionRecord, StoredRecord } from './session-record.js';

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

/** The right to write to a session. One holder has it, until it is released or expires. */
export interface SessionLease {
  /** @throws ToolwrightError `SESSION_BUSY` if another holder has taken over; nothing is written then */
  append(records: readonly SessionRecord[]): Promise<void>;
  /** Postpones the expiry. @throws ToolwrightError `SESSION_BUSY` if another holder has taken over */
  renew(): Promise<void>;
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
