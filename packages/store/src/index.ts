export { createMemoryStore } from './memory-store.js';
export { readSession, type SessionState } from './read-session.js';
export {
  openSession,
  type Session,
  type SessionOptions,
  type SessionResumeOptions,
  type SessionRunOptions,
} from './session.js';
export type { SessionAgent } from './session-agent.js';
export type { SessionRecord, StoredRecord } from './session-record.js';
export type { SessionInfo, SessionLease, SessionStore } from './session-store.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';
