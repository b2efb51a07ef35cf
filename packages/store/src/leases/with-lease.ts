import type { AgentEvent, RunResult } from '@toolwright/contract';
import { maskSecretsIn } from '@toolwright/redaction';
import type { SessionLease, SessionStore } from '../sessions/session-store.js';
import { StoredParts } from '../sessions/stored-parts.js';

/** A lease that can tell whether it may have expired, without asking the store. */
export interface FencedLease extends Required<SessionLease> {
  /** False if the lease may have expired, for example while the process was suspended. Call `renew` to find out. */
  readonly isFresh: () => boolean;
}

/** A session's lease during a run. Its signal aborts the run if the lease or the store is lost. */
export interface HeldLease {
  readonly lease: FencedLease;
  /** The media that the session has stored. Reading the history adds to them. */
  readonly parts: StoredParts;
  /** Aborted on the first failure. */
  readonly signal: AbortSignal;
  readonly failure: () => unknown;
  readonly fail: (error: unknown) => void;
}

/** How often a lease is renewed within its duration, so that one late renewal is harmless. */
const RENEWALS_PER_LEASE = 3;

/** Holds a session's lease during a run. @throws ToolwrightError `SESSION_BUSY`, and errors of the store */
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
      lease: fenced(lease, parts, ttlMs),
      parts,
      signal: lost.signal,
      failure: () => failure,
      fail,
    });
  } finally {
    clearInterval(timer);
    // If the store has failed, the lease will expire.
    await lease.release().catch(fail);
  }
}

/** Adds `isFresh` to a lease, and packs its records so that identical media are stored once. */
function fenced(lease: SessionLease, parts: StoredParts, ttlMs: number): FencedLease {
  let begin = readClocks();
  const prolong = async (work: () => Promise<void>): Promise<void> => {
    // The duration of the lease starts before the work, because the process may be suspended during it.
    const now = readClocks();
    await work();
    begin = now;
  };
  return {
    append: (records) =>
      prolong(() => lease.append(records.map((record) => parts.pack(maskSecretsIn(record))))),
    renew: () => prolong(() => lease.renew()),
    release: () => lease.release(),
    checkpoint: async (checkpoint) => (await lease.checkpoint?.(checkpoint)) ?? true,
    isFresh: () => readClocks().every((time, clock) => time < (begin[clock] ?? 0) + ttlMs),
  };
}

/** Reads both clocks: the wall clock can be set back, and the monotonic clock can stop while the machine sleeps. */
function readClocks(): readonly number[] {
  return [Date.now(), performance.now()];
}
