import type { SessionRecord, StoredRecord } from './session-record.js';

/** What is known of a session without reading it. */
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

/** The right to write to a session; nobody else has it until it is released or, where its holder has died, has expired. */
export interface SessionLease {
  /** @throws ToolwrightError `SESSION_BUSY` where another holder has taken over; nothing is written then */
  append(records: readonly SessionRecord[]): Promise<void>;
  /** Puts off the expiry. @throws ToolwrightError `SESSION_BUSY` where another holder has taken over */
  renew(): Promise<void>;
  /** Gives the right back; does nothing where another holder has it. */
  release(): Promise<void>;
}

/**
 * Where sessions are kept. Records are only ever appended, in one order for all processes. Every method rejects with a
 * `ToolwrightError`: `STORE_FAILED`, `STORE_CORRUPT` or `UNKNOWN_SESSION`.
 */
export interface SessionStore {
  /** Does nothing where there is a session of that id. */
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
  /** @throws ToolwrightError `SESSION_BUSY` where somebody writes to it; does nothing where there is none of that id */
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}
