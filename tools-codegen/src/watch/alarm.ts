import { setImmediate as nextTurn } from 'node:timers/promises';

/** Merges bursts of change notifications. */
export interface Alarm {
  ring(): void;
  /** Waits for a ring followed by a quiet moment. Returns without waiting for a ring if one came since the last call. */
  next(): Promise<void>;
  /** Whether it rang since the last `next()`, including system events that are still queued. */
  rang(): Promise<boolean>;
}

/**
 * @param quietMs Required length of the quiet.
 * @param patienceMs Maximum wait after the first ring, however often it rings.
 */
export function createAlarm(quietMs: number, patienceMs: number): Alarm {
  let first: number | undefined;
  let last = 0;
  let wake = (): void => {};
  return {
    ring: () => {
      last = performance.now();
      first ??= last;
      wake();
    },
    next: async () => {
      if (first === undefined) await new Promise<void>((resolve) => (wake = resolve));
      for (;;) {
        const now = performance.now();
        const end = Math.min(last + quietMs, (first ?? now) + patienceMs);
        if (now >= end) break;
        await new Promise((resolve) => setTimeout(resolve, end - now));
      }
      first = undefined;
    },
    rang: async () => {
      // The first turn may be the remainder of the current one. System events are delivered in the second.
      await nextTurn();
      await nextTurn();
      return first !== undefined;
    },
  };
}
