/** Awaits an action that cannot be aborted. @throws the signal's reason as soon as the signal is aborted; the action itself continues */
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
