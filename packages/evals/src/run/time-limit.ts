import { AbortListeners } from '@toolwright/contract';

/** One listener for all attempts and scorers of an eval. */
const listeners = new AbortListeners();

/** Runs work that may ignore its signal. Rejects when the time is up or the outer signal is aborted; the work is then abandoned. */
export async function withTimeLimit<Result>(
  what: string,
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Result | PromiseLike<Result>,
): Promise<Result> {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => own.abort(outer.reason);
  const ended = new Promise<never>((_resolve, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason), { once: true });
  });
  if (outer.aborted) interrupt();
  else listeners.add(outer, interrupt);
  timer = setTimeout(() => own.abort(new TimeUpError(what, milliseconds)), milliseconds);
  try {
    return await Promise.race([Promise.resolve().then(() => work(own.signal)), ended]);
  } finally {
    clearTimeout(timer);
    listeners.remove(outer, interrupt);
  }
}

/** The time of an attempt or a scorer is up. */
export class TimeUpError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms.`);
  }
}
