import { takePage } from '../paging/page.js';
import type { Git } from './git.js';
import { parseStatus, type RepositoryStatus } from './parse-status.js';

/** A part of the status: the lists of files are in the order of conflicts, staged, unstaged, untracked. */
export interface StatusPage extends RepositoryStatus {
  /** How many files each list has as a whole. */
  total: { conflicts: number; staged: number; unstaged: number; untracked: number };
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
  /** The offset to read on at; absent at the end. */
  next?: number;
}

const MAX_BYTES = 64_000_000;
const LISTS = ['conflicts', 'staged', 'unstaged', 'untracked'] as const;

/** Staged, changed, new and conflicting files. Submodules are not entered, and the index is not written. */
export async function readStatus(git: Git, signal?: AbortSignal): Promise<RepositoryStatus> {
  const { stdout } = await git.read(
    [
      ...['status', '--porcelain=v2', '--branch', '-z', '--ahead-behind', '--find-renames'],
      ...['--untracked-files=all', '--ignore-submodules=dirty'],
    ],
    { maxBytes: MAX_BYTES, timeoutMs: 60_000, signal },
  );
  // If the list was truncated, its last name is incomplete.
  return parseStatus(stdout.slice(0, stdout.lastIndexOf('\0') + 1));
}

/** As much of the status as fits into one result, beginning at an offset over all lists. */
export function pageStatus(status: RepositoryStatus, offset: number): StatusPage {
  const entries = LISTS.flatMap((list) => [...status[list]].map((entry) => ({ list, entry })));
  const { items, next } = takePage(entries, { offset });
  const shown = new Set(items.map(({ entry }) => entry));
  return {
    ...status,
    conflicts: status.conflicts.filter((entry) => shown.has(entry)),
    staged: status.staged.filter((entry) => shown.has(entry)),
    unstaged: status.unstaged.filter((entry) => shown.has(entry)),
    untracked: status.untracked.filter((entry) => shown.has(entry)),
    total: {
      conflicts: status.conflicts.length,
      staged: status.staged.length,
      unstaged: status.unstaged.length,
      untracked: status.untracked.length,
    },
    missing: next === undefined ? [] : [`${entries.length - next} more files; read on with offset ${next}.`],
    ...(next !== undefined && { next }),
  };
}
