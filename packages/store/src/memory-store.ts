import { randomUUID } from 'node:crypto';
import { describeHolder, type LeaseHolder, newLeaseHolder } from './leases/lease-holder.js';
import type { StoredRecord } from './sessions/session-record.js';
import type { SessionInfo, SessionLease, SessionStore } from './sessions/session-store.js';
import { sessionBusy, unknownSession } from './store-error.js';

interface KeptSession {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly records: StoredRecord[];
  /** Distinguishes the session from a later one with the same id. */
  readonly key: string;
  updatedAt: number;
  holder: LeaseHolder | undefined;
}

/** Creates a store that keeps sessions in memory until the process exits, for tests and programs that need no file. */
export function createMemoryStore(now: () => number = Date.now): SessionStore {
  const sessions = new Map<string, KeptSession>();
  const get = (id: string): KeptSession => {
    const session = sessions.get(id);
    if (session === undefined) throw unknownSession(id);
    return session;
  };
  return {
    create: async ({ id, agent }) => {
      if (sessions.has(id)) return;
      const at = now();
      sessions.set(id, {
        id,
        agent,
        createdAt: at,
        updatedAt: at,
        records: [],
        key: randomUUID(),
        holder: undefined,
      });
    },
    find: async (id) => {
      const session = sessions.get(id);
      return session && describe(session);
    },
    list: async () => [...sessions.values()].sort((a, b) => b.updatedAt - a.updatedAt).map(describe),
    read: async (id) => structuredClone(get(id).records),
    readFrom: async (id, { known }) => {
      const { records, key } = get(id);
      const continues = known?.checksum === key;
      return {
        continues,
        checkpoints: [],
        media: [],
        records: structuredClone(continues ? records.slice(known.seq) : records),
        position: { seq: records.length, checksum: key },
      };
    },
    acquire: async (id) => lease(get(id), now),
    delete: async (id) => {
      const holder = sessions.get(id)?.holder;
      if (holder !== undefined) throw sessionBusy(id, describeHolder(holder));
      sessions.delete(id);
    },
    close: async () => {},
  };
}

function describe({ id, agent, createdAt, updatedAt, records }: KeptSession): SessionInfo {
  return { id, agent, createdAt, updatedAt, records: records.length };
}

/** Creates a lease. It never expires, because its holder is always this process. */
function lease(session: KeptSession, now: () => number): SessionLease {
  if (session.holder !== undefined) throw sessionBusy(session.id, describeHolder(session.holder));
  const holder = newLeaseHolder();
  session.holder = holder;
  const check = (): void => {
    if (session.holder?.key !== holder.key) throw sessionBusy(session.id, 'another run');
  };
  return {
    append: async (records) => {
      check();
      const at = now();
      session.updatedAt = at;
      for (const record of records) {
        // A copy through JSON cannot be changed from outside and equals what a database would return.
        session.records.push({
          seq: session.records.length + 1,
          at,
          record: JSON.parse(JSON.stringify(record)),
        });
      }
    },
    renew: async () => check(),
    release: async () => {
      if (session.holder?.key === holder.key) session.holder = undefined;
    },
  };
}
