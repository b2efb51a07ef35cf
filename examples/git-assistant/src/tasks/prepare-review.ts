import type { ToolwrightError } from 'toolwright';
import {
  type Comparison,
  compareBranch,
  compareCommits,
  compareWorkingTree,
  STAGED,
} from '../diff/read-changes.js';
import { findDefaultBranch } from '../git/default-branch.js';
import type { Git } from '../git/git.js';
import type { Repository } from '../git/open-repository.js';
import { readStatus } from '../git/read-status.js';
import { readTitles } from '../git/read-titles.js';
import { findHead, resolveCommit } from '../git/resolve-commit.js';
import { count } from '../output/count.js';
import { listPaths } from '../output/list-names.js';
import type { ChangeRange } from '../tools/git-tools.js';
import type { ClaimedTree } from './check-findings.js';
import { type DescribedChange, describeChange, describeState } from './describe-change.js';
import { cannot, describeRange, type Task } from './task.js';

export interface ReviewOptions {
  /** Review only staged changes. */
  readonly staged?: boolean;
  /** Review the changes of `head` since it left this branch. */
  readonly base?: string;
  readonly head?: string;
  /** Review this commit, compared with its parent. */
  readonly commit?: string | undefined;
  /** Also review new files that git does not track yet. */
  readonly untracked?: boolean;
}

const MAX_NAMES = 100;

/**
 * Prepares a review of uncommitted changes, of staged changes, of a commit, or of a branch.
 * @throws ToolwrightError `USAGE` if nothing has changed
 */
export async function prepareReview(
  repository: Repository,
  { staged = false, base, head = 'HEAD', untracked = false, commit }: ReviewOptions,
  signal?: AbortSignal,
): Promise<Task> {
  const { git } = repository;
  if (commit !== undefined) {
    if (staged || untracked || base !== undefined)
      throw cannot('A commit is reviewed alone.', 'Leave out --staged, --untracked and --base.');
    const id = await resolveCommit(git, commit, signal);
    const comparison = await compareCommits(git, id, undefined, signal);
    const range = { of: 'commits', head: commit } as const;
    const lines = [
      `Review the commit "${commit}". gitShow gives its message, which is a claim of its author.`,
    ];
    const task = await review(repository, { lines, range, comparison, tree: { commit: id } }, signal);
    return task ?? refuse(`"${commit}" changes no files.`, 'Name another commit.');
  }
  if (base !== undefined) {
    const comparison = await compareBranch(git, head, base, signal);
    const tree = { commit: await resolveCommit(git, head, signal) };
    const range = { of: 'commits', base, head } as const;
    const lines = [`Review what "${head}" has changed since it left "${base}".`];
    const task = await review(repository, { lines, range, comparison, tree }, signal);
    return task ?? refuse(`"${head}" has no changes beside "${base}".`, 'Name other branches.');
  }
  const comparison = staged ? STAGED : await compareWorkingTree(git, signal);
  const { branch, untracked: all } = await readStatus(git, signal);
  const added = staged ? [] : all;
  const of = comparison === STAGED ? 'staged' : 'uncommitted';
  const lines = [
    `Review ${staged ? 'what is staged' : 'all changes that are not committed'}.`,
    ...(await describeState(repository, branch, signal)),
    ...(untracked ? describeNew(added) : []),
  ];
  const notes = untracked ? [] : describeLeftOut(added.length);
  const reviewed: Reviewed = {
    lines,
    range: { of },
    comparison,
    tree: of === 'staged' ? 'index' : 'disk',
    notes,
    mayBeEmpty: untracked && added.length > 0,
  };
  const task = await review(repository, reviewed, signal);
  if (task === undefined) throw nothingToReview(staged, added.length);
  return task;
}

interface Reviewed {
  readonly lines: readonly string[];
  readonly range: ChangeRange;
  readonly comparison: Comparison;
  /** Where the reviewed files are. */
  readonly tree: ClaimedTree;
  readonly notes?: readonly string[];
  /** Whether there is something to review even if no tracked file has changed. */
  readonly mayBeEmpty?: boolean;
}

/** The task, with the change in its prompt. Undefined if nothing has changed. */
async function review(
  repository: Repository,
  { lines, range, comparison, tree, notes = [], mayBeEmpty = false }: Reviewed,
  signal?: AbortSignal,
): Promise<Task | undefined> {
  const change = await describeChange(repository, comparison, signal);
  const { files } = change.diff;
  if (files.length === 0 && !mayBeEmpty) return undefined;
  return {
    capability: 'review',
    ...describeTask([...lines, describeRange(range)], change),
    subject: { tree, changed: new Set(files.map(({ path }) => path)), comparison },
    notes,
  };
}

function describeTask(
  lines: readonly string[],
  { isWhole, diff, lines: shown, list }: DescribedChange,
): Pick<Task, 'prompt' | 'long'> {
  if (isWhole) return { prompt: [...lines, ...shown].join('\n') };
  return { prompt: [...lines, ...list].join('\n'), long: { lines, diff } };
}

function refuse(message: string, hint: string): never {
  throw cannot(message, hint);
}

function describeNew(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [`New files, which no diff shows; read them with fileRead: ${listPaths(paths, MAX_NAMES)}.`];
}

function describeLeftOut(files: number): string[] {
  if (files === 0) return [];
  return [
    `${count(files, 'new file')} that git does not track: left out. Add --untracked to have them read.`,
  ];
}

function nothingToReview(staged: boolean, added: number): ToolwrightError {
  const hint =
    added > 0
      ? `There ${added === 1 ? 'is' : 'are'} ${count(added, 'new file')}: add --untracked, or stage with "git add".`
      : 'Change something first, or review commits with --base <revision>.';
  return cannot(staged ? 'Nothing is staged.' : 'No tracked file has changes.', hint);
}

/**
 * Prepares the description of a pull request.
 * @throws ToolwrightError `USAGE` without commits to describe
 */
export async function preparePullRequest(
  repository: Repository,
  { base, head = 'HEAD' }: Omit<ReviewOptions, 'staged'>,
  signal?: AbortSignal,
): Promise<Task> {
  const { git } = repository;
  if ((await findHead(git, signal)) === undefined) throw await noCommits(git, signal);
  const target = base ?? (await findDefaultBranch(git, signal));
  if (target === undefined)
    throw cannot('No branch is called main or master.', 'Name the base with --base <branch>.');
  const change = await describeChange(repository, await compareBranch(git, head, target, signal), signal);
  if (change.diff.files.length === 0) {
    throw cannot(
      `"${head}" has no changes beside "${target}".`,
      'Commit first, or name another --base or --head.',
    );
  }
  const revisions = [await resolveCommit(git, head, signal), `^${await resolveCommit(git, target, signal)}`];
  const { commits, titles } = await readTitles(git, { revisions }, signal);
  const lines = [
    `Describe the pull request of "${head}" for "${target}".`,
    `Its ${count(commits, 'commit')}, the newest first:`,
    ...titles,
    describeRange({ of: 'commits', base: target, head }),
  ];
  return { capability: 'pr', ...describeTask(lines, change) };
}

/** The error of commands that need a history. */
export async function noCommits(git: Git, signal?: AbortSignal): Promise<ToolwrightError> {
  const { stdout } = await git.read(['for-each-ref', '--count=1', 'refs/heads', 'refs/tags'], { signal });
  const what = stdout === '' ? 'repository' : 'branch';
  return cannot(`The ${what} has no commits yet.`, 'Make one first: git-assistant commit --apply');
}
