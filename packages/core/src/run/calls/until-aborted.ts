/** Waits for work, which `end` ends soon once the run is aborted. */
export async function untilAborted(
  signal: AbortSignal,
  work: Promise<void> | undefined,
  end: () => void,
): Promise<void> {
  if (work === undefined) return;
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    await work;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
