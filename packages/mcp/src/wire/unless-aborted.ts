/** Awaits an action that cannot be aborted itself. @throws the reason of the signal as soon as it aborts; the action continues */
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
