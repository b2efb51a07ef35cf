/** What is written to standard error while some work goes on; nothing of it reaches the terminal. */
export async function captureStderr(work: () => Promise<unknown>): Promise<string> {
  const written: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  try {
    await work();
  } finally {
    process.stderr.write = write;
  }
  return written.join('');
}
