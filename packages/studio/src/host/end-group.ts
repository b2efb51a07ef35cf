import type { ChildProcess } from 'node:child_process';

/** Ends a process and the processes that it has started, also if it has ended itself. Those that have left its group go on. */
export function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No group: all of it has ended, or the system has no groups.
    child.kill('SIGKILL');
  }
}
