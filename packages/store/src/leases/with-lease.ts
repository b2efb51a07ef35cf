import type { AgentEvent, RunResult } from '@toolwright/contract';
import { maskSecretsIn } from '@toolwright/redaction';
import type { SessionLease, SessionStore } from '../sessions/session-store.js';
import { StoredParts } from '../sessions/stored-parts.js';

/** A lease that can tell without asking the store whether it may have expired. */
export interface FencedLease extends Required<SessionLease> {
  /** False if the lease may have expired, for example while the process was suspended. `renew` then finds out. */
  readonly isFresh: () => boolean;
}

/** The lease of a session during a run. Its signal ends the run if the lease or the store is lost. */
export interface HeldLease {
  readonly lease: FencedLease;
  /** The media that the session has stored. Reading the history adds to it. */
  readonly parts: StoredParts;
  /** Aborted by the first failure. */
  readonly signal: AbortSignal;
  readonly failure: () => unknown;
  readonly fail: (error: unknown) => void;
}

/** How often a lease is renewed within its duration, so that one late renewal does no harm. */
const RENEWALS_PER_LEASE = 3;

/** Holds the lease of a session during a run. @throws ToolwrightError `SESSION_BUSY`, and errors of the store */
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
    // If the store has failed, the lease expires by itself.
    await lease.release().catch(fail);
  }
}

/** Adds `isFresh` to a lease, and packs its records so that equal media are stored once. */
function fenced(lease: SessionLease, parts: StoredParts, ttlMs: number): FencedLease {
  let begin = readClocks();
  const prolong = async (work: () => Promise<void>): Promise<void> => {
    // The lease counts from before the work, because the process may be suspended during it.
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

/** Both clocks are needed: the wall clock can be set back, and the monotonic clock can stop while the machine sleeps. */
function readClocks(): readonly number[] {
  return [Date.now(), performance.now()];
}
