import type { SessionStore } from './session-store.js';

/** A store whose lease fails permanently at one append. */
export function failingStore(store: SessionStore, failing: number): SessionStore {
  let appends = 0;
  return {
    ...store,
    acquire: async (id, ttlMs) => {
      const lease = await store.acquire(id, ttlMs);
      return {
        ...lease,
        append: async (records) => {
          if (++appends >= failing) throw new Error('disk full');
          await lease.append(records);
        },
      };
    },
  };
}
