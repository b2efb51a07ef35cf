/** Runs an action that does not listen to a signal itself. @throws the reason of an abort, at once; the action goes on */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  action: () => Promise<Result>,
): Promise<Result> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([action(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
