import { STAGED } from '../diff/read-changes.js';
import type { Repository } from '../git/open-repository.js';
import { readStatus } from '../git/read-status.js';
import { count } from '../output/count.js';
import { describeChange, describeSurroundings } from './describe-change.js';
import { cannot, describeRange, type Task } from './task.js';

export interface CommitTask extends Task {
  /** Staged files that may contain secrets. */
  readonly secrets: readonly string[];
  /** Whether the prompt shows the whole change. */
  readonly isWhole: boolean;
}

const MAX_NAMES = 50;

/** @throws ToolwrightError `USAGE` if nothing is staged, or a merge has conflicts */
export async function prepareCommit(repository: Repository, signal?: AbortSignal): Promise<CommitTask> {
  const { git } = repository;
  const { branch, conflicts, staged, unstaged, untracked } = await readStatus(git, signal);
  if (conflicts.length > 0) {
    const names = conflicts.map((path) => JSON.stringify(path)).join(', ');
    throw cannot(
      `There are merge conflicts in ${names}.`,
      'Resolve them and stage the files with "git add".',
    );
  }
  if (staged.length === 0) {
    const others = unstaged.length + untracked.length;
    throw cannot(
      others === 0
        ? 'There is nothing to commit.'
        : `Nothing is staged, but there are changes of ${count(others, 'file')}.`,
      'Stage what the commit is to hold with "git add <files>".',
    );
  }
  const leftOut = describeLeftOut(
    staged.map(({ path }) => path),
    unstaged.map(({ path }) => path),
  );
  const change = await describeChange(repository, STAGED, signal);
  return {
    capability: 'commit',
    isWhole: change.isWhole,
    prompt: [
      'Write the commit message for what is staged.',
      ...(await describeSurroundings(repository, branch, signal)),
      ...leftOut,
      describeRange({ of: 'staged' }),
      ...change.lines,
    ].join('\n'),
    secrets: change.diff.files
      .filter(({ kind, change }) => kind === 'secret' && change !== 'deleted')
      .map(({ path }) => path),
  };
}

/** After `git add -p`, a file on the disk differs from the staged one. */
function describeLeftOut(staged: readonly string[], unstaged: readonly string[]): string[] {
  const later = new Set(unstaged);
  const both = staged.filter((path) => later.has(path)).map((path) => JSON.stringify(path));
  if (both.length === 0) return [];
  const names =
    both.length > MAX_NAMES ? [...both.slice(0, MAX_NAMES), `${both.length - MAX_NAMES} more`] : both;
  return [
    `The files on the disk hold further changes that this commit leaves out: describe only what gitDiff gives as staged, also for ${names.join(', ')}.`,
  ];
}
