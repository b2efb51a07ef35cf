import { AbortListeners } from '@toolwright/contract';

const waiting = new AbortListeners();

/** Waits for a time. Resolves early, without an error, when the signal is aborted. Always removes its timer and listener. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      if (signal) waiting.remove(signal, finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    if (signal) waiting.add(signal, finish);
  });
}
