export { createMemoryStore } from './memory-store.js';
export type { ContextSession } from './sessions/context-session.js';
export { openSession } from './sessions/open-session.js';
export { readSession, type SessionState } from './sessions/read-session.js';
export type {
  Session,
  SessionOptions,
  SessionResumeOptions,
  SessionRunOptions,
} from './sessions/session.js';
export type { SessionAgent } from './sessions/session-agent.js';
export type { SessionRecord, StoredRecord } from './sessions/session-record.js';
export type {
  ReadOptions,
  SessionCheckpoint,
  SessionExcerpt,
  SessionInfo,
  SessionLease,
  SessionPosition,
  SessionStore,
} from './sessions/session-store.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';
