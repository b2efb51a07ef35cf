import { setImmediate as nextTurn } from 'node:timers/promises';

/** Merges bursts of change notifications. */
export interface Alarm {
  ring(): void;
  /** Waits for a ring followed by a quiet period. Does not wait for a ring if there was one since the last call. */
  next(): Promise<void>;
  /** Whether the alarm has rung since the last `next()`, including for system events that are still queued. */
  rang(): Promise<boolean>;
}

/**
 * @param quietMs The required length of the quiet period.
 * @param patienceMs The maximum wait after the first ring, even if the alarm keeps ringing.
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
      // The first turn may be the rest of the current turn. System events are delivered in the second.
      await nextTurn();
      await nextTurn();
      return first !== undefined;
    },
  };
}
