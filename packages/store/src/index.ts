export { createMemoryStore } from './memory-store.js';
export { readSession, type SessionState } from './sessions/read-session.js';
export {
  openSession,
  type Session,
  type SessionOptions,
  type SessionResumeOptions,
  type SessionRunOptions,
} from './sessions/session.js';
export type { SessionAgent } from './sessions/session-agent.js';
export type { SessionRecord, StoredRecord } from './sessions/session-record.js';
export type { SessionInfo, SessionLease, SessionStore } from './sessions/session-store.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';
