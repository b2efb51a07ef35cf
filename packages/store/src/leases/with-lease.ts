import type { AgentEvent, RunResult } from '@toolwright/contract';
import type { SessionLease, SessionStore } from '../sessions/session-store.js';
import { StoredParts } from '../sessions/stored-parts.js';

/** The right to write to a session while a run goes on, and what ends that run when the right or the store is lost. */
export interface HeldLease {
  readonly lease: SessionLease;
  /** What the session has stored; reading its history fills it. */
  readonly parts: StoredParts;
  /** Aborted by the first failure. */
  readonly signal: AbortSignal;
  readonly failure: () => unknown;
  readonly fail: (error: unknown) => void;
}

/** Renewals fall due so often in the time of a lease: one may come late without harm. */
const RENEWALS_PER_LEASE = 3;

/** Holds the lease of a session for as long as a run goes on. @throws ToolwrightError `SESSION_BUSY`, and what the store throws */
export async function* withLease<Output>(
  store: SessionStore,
  id: string,
  ttlMs: number,
  run: (held: HeldLease) => AsyncGenerator<AgentEvent, RunResult<Output>>,
): AsyncGenerator<AgentEvent, RunResult<Output>> {
  const lease = await store.acquire(id, ttlMs);
  const lost = new AbortController();
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    lost.abort(error);
  };
  const timer = setInterval(() => lease.renew().catch(fail), ttlMs / RENEWALS_PER_LEASE);
  timer.unref();
  try {
    const parts = new StoredParts();
    return yield* run({
      lease: packed(lease, parts),
      parts,
      signal: lost.signal,
      failure: () => failure,
      fail,
    });
  } finally {
    clearInterval(timer);
    // A failed store cannot be told; the right then expires.
    await lease.release().catch(fail);
  }
}

/** The same lease, which stores the bytes of parts once. */
function packed(lease: SessionLease, parts: StoredParts): SessionLease {
  return {
    append: (records) => lease.append(records.map((record) => parts.pack(record))),
    renew: () => lease.renew(),
    release: () => lease.release(),
  };
}
