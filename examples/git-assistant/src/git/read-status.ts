import type { Git } from './git.js';
import { parseStatus, type RepositoryStatus } from './parse-status.js';

/** What is staged, changed, new and in conflict. Submodules are not entered, and the index is not written. */
export async function readStatus(git: Git, signal?: AbortSignal): Promise<RepositoryStatus> {
  const { stdout } = await git.read(
    ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignore-submodules=dirty'],
    { timeoutMs: 60_000, signal },
  );
  // Of a list that was cut, the last name is not whole.
  return parseStatus(stdout.slice(0, stdout.lastIndexOf('\0') + 1));
}
