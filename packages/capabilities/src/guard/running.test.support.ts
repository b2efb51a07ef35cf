import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a process has written its id to a file. */
export async function pidIn(file: string): Promise<number> {
  for (;;) {
    // The file exists before it contains the id.
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (pid > 0) return pid;
    await sleep(5);
  }
}

/** Waits until a process has ended, because a signal takes a moment. */
export async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(5);
}

/** An orphan that has ended may stay a zombie if nothing reaps it; on Linux its state is known. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(statusOf(pid));
  } catch {
    // The process no longer exists.
    return false;
  }
}

function statusOf(pid: number): string {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
}
