import { existsSync, readFileSync } from 'node:fs';

/** Text of a module that starts a process which ignores SIGTERM, and writes its number to `started.pid`. */
export const STUBBORN = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['-e', \`
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    const { renameSync, writeFileSync } = require('node:fs');
    writeFileSync('started.part', String(process.pid));
    renameSync('started.part', 'started.pid');
  \`], { stdio: 'ignore' })
`;

export async function untilTrue(passes: () => boolean): Promise<void> {
  while (!passes()) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The number of a process, once it has written it. */
export async function untilPid(file: string): Promise<number> {
  await untilTrue(() => existsSync(file));
  return Number(readFileSync(file, 'utf8'));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends what a failed test has left. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
