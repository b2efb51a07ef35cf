import { readChanges, STAGED } from '../diff/read-changes.js';
import type { Repository } from '../git/open-repository.js';
import { readStatus } from '../git/read-status.js';
import { count } from '../output/count.js';
import { cannot, describeRange, type Task } from './task.js';

export interface CommitTask extends Task {
  /** Staged files that may hold secrets. */
  readonly secrets: readonly string[];
}

/** @throws ToolwrightError `USAGE` where nothing is staged, or a merge has conflicts */
export async function prepareCommit({ git }: Repository, signal?: AbortSignal): Promise<CommitTask> {
  const { conflicts, staged, unstaged, untracked } = await readStatus(git, signal);
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
  const { files } = await readChanges(git, STAGED, [], signal);
  return {
    capability: 'commit',
    prompt: `Write the commit message for what is staged.\n${describeRange({ of: 'staged' })}`,
    secrets: files
      .filter(({ kind, change }) => kind === 'secret' && change !== 'deleted')
      .map(({ path }) => path),
  };
}
