import type { ChildProcess } from 'node:child_process';

/** Kills a process and its process group, even if the process itself has ended. Processes that have left the group continue. */
export function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended, or the system does not support groups.
    child.kill('SIGKILL');
  }
}
