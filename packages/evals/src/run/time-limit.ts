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
  else outer.addEventListener('abort', interrupt, { once: true });
  timer = setTimeout(
    () => own.abort(new Error(`${what} took longer than ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await Promise.race([Promise.resolve().then(() => work(own.signal)), ended]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', interrupt);
  }
}
