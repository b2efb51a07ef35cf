import type { AgentEvent, RunResult } from '@toolwright/contract';
import { maskSecretsIn } from '@toolwright/redaction';
import type { SessionLease, SessionStore } from '../sessions/session-store.js';
import { StoredParts } from '../sessions/stored-parts.js';

/** A lease that knows how long it holds without asking the store. */
export interface FencedLease extends Required<SessionLease> {
  /** False if the process was suspended for so long that another may have taken over; `renew` tells. */
  readonly isFresh: () => boolean;
}

/** The right to write to a session while a run goes on, and what ends that run when the right or the store is lost. */
export interface HeldLease {
  readonly lease: FencedLease;
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
      lease: fenced(lease, parts, ttlMs),
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
function fenced(lease: SessionLease, parts: StoredParts, ttlMs: number): FencedLease {
  let begin = readClocks();
  const prolong = async (work: () => Promise<void>): Promise<void> => {
    // From the beginning of the work: it may have been suspended in the middle.
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

/** The clock of the day may be put back while the process sleeps, and the other one may stand still while the machine does. */
function readClocks(): readonly number[] {
  return [Date.now(), performance.now()];
}
