/** Returns everything that `work` writes to standard error, and keeps it off the terminal. */
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
