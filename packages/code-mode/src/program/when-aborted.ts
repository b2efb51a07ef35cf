/** Resolves when a signal is aborted. Call `release` if nobody waits any more. */
export function whenAborted(signal: AbortSignal): { readonly promise: Promise<undefined>; release(): void } {
  let release = (): void => {};
  const promise = new Promise<undefined>((resolve) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    release = () => signal.removeEventListener('abort', stop);
  });
  return { promise, release: () => release() };
}
