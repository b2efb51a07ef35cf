import { compareBranch, compareWorkingTree, readChanges, STAGED } from '../diff/read-changes.js';
import { findDefaultBranch } from '../git/default-branch.js';
import type { Repository } from '../git/open-repository.js';
import { findHead } from '../git/resolve-commit.js';
import { cannot, describeRange, type Task } from './task.js';

export interface ReviewOptions {
  /** Only what is staged. */
  readonly staged?: boolean;
  /** What `head` has changed since it left this one. */
  readonly base?: string;
  readonly head?: string;
}

/** A review of what is not committed, of what is staged, or of a branch. @throws ToolwrightError `USAGE` where nothing has changed */
export async function prepareReview(
  { git }: Repository,
  { staged = false, base, head = 'HEAD' }: ReviewOptions,
  signal?: AbortSignal,
): Promise<Task> {
  if (base !== undefined) {
    const { files } = await readChanges(git, await compareBranch(git, head, base, signal), [], signal);
    if (files.length === 0)
      throw cannot(`"${head}" has no changes beside "${base}".`, 'Name other branches.');
    return review(`Review what "${head}" has changed since it left "${base}".`, {
      of: 'commits',
      base,
      head,
    });
  }
  const comparison = staged ? STAGED : await compareWorkingTree(git, signal);
  const { files } = await readChanges(git, comparison, [], signal);
  if (files.length === 0) {
    const what = staged ? 'Nothing is staged.' : 'No tracked file has changes.';
    throw cannot(what, 'Stage new files with "git add", or review commits with --base <revision>.');
  }
  const what = staged ? 'what is staged' : 'all changes that are not committed';
  return review(`Review ${what}.`, { of: staged || comparison === STAGED ? 'staged' : 'uncommitted' });
}

/** The description of a pull request. @throws ToolwrightError `USAGE` where there are no commits to describe */
export async function preparePullRequest(
  { git }: Repository,
  { base, head = 'HEAD' }: Omit<ReviewOptions, 'staged'>,
  signal?: AbortSignal,
): Promise<Task> {
  if ((await findHead(git, signal)) === undefined) throw noCommits();
  const target = base ?? (await findDefaultBranch(git, signal));
  if (target === undefined)
    throw cannot('No branch is called main or master.', 'Name the base with --base <branch>.');
  const { files } = await readChanges(git, await compareBranch(git, head, target, signal), [], signal);
  if (files.length === 0) {
    throw cannot(
      `"${head}" has no changes beside "${target}".`,
      'Commit first, or name another --base or --head.',
    );
  }
  const range = describeRange({ of: 'commits', base: target, head });
  return { capability: 'pr', prompt: `Describe the pull request of "${head}" for "${target}".\n${range}` };
}

/** For commands that need a history. */
export function noCommits() {
  return cannot('The repository has no commits yet.', 'Make one first: git-assistant commit --apply');
}

function review(request: string, range: Parameters<typeof describeRange>[0]): Task {
  return { capability: 'review', prompt: `${request}\n${describeRange(range)}` };
}
