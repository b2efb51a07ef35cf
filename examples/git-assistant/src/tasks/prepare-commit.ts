import { compareAmended, STAGED } from '../diff/read-changes.js';
import { withholdSecrets } from '../files/secret-text.js';
import { readMessage } from '../git/commit-staged.js';
import type { Repository } from '../git/open-repository.js';
import { readState } from '../git/read-state.js';
import { readStatus } from '../git/read-status.js';
import { findHead } from '../git/resolve-commit.js';
import { count } from '../output/count.js';
import { listPaths } from '../output/list-names.js';
import { clip } from '../paging/clip.js';
import { describeChange, describeSurroundings, quote } from './describe-change.js';
import { cannot, describeRange, type Task } from './task.js';

export interface CommitTask extends Task {
  /** Staged files that may contain secrets. */
  readonly secrets: readonly string[];
  /** Whether the prompt shows the whole change. */
  readonly isWhole: boolean;
  /** Of the commit that is amended: they are kept, also if the model leaves them out. */
  readonly trailers: readonly string[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

const MAX_NAMES = 50;
const MAX_MESSAGE = 4_000;

/**
 * @param amend the last commit gets what is staged, and a new message
 * @throws ToolwrightError `USAGE` if nothing is staged, a merge has conflicts, or there is no commit that can be amended
 */
export async function prepareCommit(
  repository: Repository,
  signal?: AbortSignal,
  amend = false,
): Promise<CommitTask> {
  const { git } = repository;
  const { branch, conflicts, staged, unstaged, untracked } = await readStatus(git, signal);
  if (conflicts.length > 0) {
    throw cannot(
      `There are merge conflicts in ${listPaths(conflicts, MAX_NAMES)}.`,
      'Resolve them and stage the files with "git add".',
    );
  }
  const amended = amend ? await readAmended(repository, signal) : undefined;
  if (staged.length === 0 && !amend) {
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
  const comparison = amend ? await compareAmended(git, signal) : STAGED;
  const change = await describeChange(repository, comparison, signal);
  return {
    capability: 'commit',
    isWhole: change.isWhole,
    trailers: amended?.trailers ?? [],
    notes: amended?.notes ?? [],
    prompt: [
      ...(amended?.lines ?? ['Write the commit message for what is staged.']),
      ...(await describeSurroundings(repository, branch, signal)),
      ...leftOut,
      describeRange({ of: amend ? 'amended' : 'staged' }),
      ...change.lines.map(withoutContextNumbers),
    ].join('\n'),
    secrets: change.diff.files
      .filter(({ kind, change }) => kind === 'secret' && change !== 'deleted')
      .map(({ path }) => path),
  };
}

/** The commit that is amended. */
async function readAmended({ git }: Repository, signal?: AbortSignal) {
  const head = await findHead(git, signal);
  if (head === undefined)
    throw cannot('There is no commit to amend.', 'Make one first: git-assistant commit --apply');
  const { operation, needsCommit } = await readState(git, signal);
  if (needsCommit)
    throw cannot(`Git is in the middle of ${operation}, so no commit can be amended.`, 'Finish it first.');
  const message = await readMessage(git, head);
  const { stdout: trailers } = await git.read(['interpret-trailers', '--only-trailers', '--only-input'], {
    input: message,
    signal,
  });
  const { stdout: remote } = await git.read(
    ['for-each-ref', '--count=1', '--format=%(refname:short)', '--contains', head, 'refs/remotes'],
    { signal },
  );
  return {
    trailers: trailers.split('\n').filter(Boolean),
    notes: remote === '' ? [] : [`The last commit is also in ${remote.trim()}: others may have it already.`],
    lines: [
      'Write the message of the last commit anew: what is staged is added to it. Keep what its message says, as far as it is still true:',
      ...quote(clip(withholdSecrets(message.trim().split('\n')).join('\n'), MAX_MESSAGE)),
    ],
  };
}

/** A message names no lines, so only the new ones are numbered, which shows what is new. */
function withoutContextNumbers(text: string): string {
  return text.replace(/^\d+(?=\t )/gm, '');
}

/** After `git add -p`, a file on the disk differs from the staged one. */
function describeLeftOut(staged: readonly string[], unstaged: readonly string[]): string[] {
  const later = new Set(unstaged);
  const both = staged.filter((path) => later.has(path));
  if (both.length === 0) return [];
  return [
    `The files on the disk hold further changes that this commit leaves out: describe only what gitDiff gives as staged, also for ${listPaths(both, MAX_NAMES)}.`,
  ];
}
