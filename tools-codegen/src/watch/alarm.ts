import { setImmediate as nextTurn } from 'node:timers/promises';

/** Calls that come in bursts, one after the other. */
export interface Alarm {
  ring(): void;
  /** Waits until it has rung and has been quiet for a moment; at once where it rang since the last time. */
  next(): Promise<void>;
  /** Whether it rang since then, also by what happened meanwhile and nobody has heard of yet. */
  rang(): Promise<boolean>;
}

/**
 * @param quietMs How long the quiet must last.
 * @param patienceMs Waits no longer than this after the first ring, however often it rings.
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
      // The first turn may be the rest of the one that is going on: events of the system are heard in the second.
      await nextTurn();
      await nextTurn();
      return first !== undefined;
    },
  };
}
