/** A signal that counts who listens to it. */
export function watchedSignal(): { readonly signal: AbortSignal; readonly listeners: () => number } {
  const { signal } = new AbortController();
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  };
  return { signal, listeners: () => count };
}

/** Captures output. @returns a function that stops capturing */
export function captureOutput(output: unknown[]): () => void {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = (chunk: unknown) => {
      output.push(String(chunk));
      return true;
    };
  }
  return () => {
    for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write;
  };
}

/** Every list in a value, however deep. */
export function findLists(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(findLists);
  return Array.isArray(value) ? [value, ...inner] : inner;
}
