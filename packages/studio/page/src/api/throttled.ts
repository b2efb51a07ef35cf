/** Throttles a function: calls it immediately, and once more after a delay if it was requested in between. */
export function throttled(run: () => void, delayMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const begin = () => {
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isWanted) return;
      isWanted = false;
      begin();
    }, delayMs);
  };
  return () => {
    if (timer === undefined) begin();
    else isWanted = true;
  };
}
