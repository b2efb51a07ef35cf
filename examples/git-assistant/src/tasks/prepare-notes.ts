import { findLastTag } from '../git/default-branch.js';
import type { Repository } from '../git/open-repository.js';
import { findHead, resolveCommit } from '../git/resolve-commit.js';
import { count } from '../output/count.js';
import { noCommits } from './prepare-review.js';
import { cannot, type Task } from './task.js';

export interface NotesOptions {
  /** The last release; default: the newest tag before `to`. */
  readonly from?: string;
  readonly to?: string;
  /** The name of the release. */
  readonly release?: string;
}

const KINDS = {
  changelog: 'Write the section of the changelog',
  release_notes: 'Write the release notes',
} as const;

/**
 * Prepares a changelog section or release notes for a range of commits.
 * @throws ToolwrightError `USAGE` if the range is empty
 */
export async function prepareNotes(
  { git }: Repository,
  capability: keyof typeof KINDS,
  { from, to = 'HEAD', release }: NotesOptions,
  signal?: AbortSignal,
): Promise<Task> {
  if ((await findHead(git, signal)) === undefined) throw noCommits();
  const end = await resolveCommit(git, to, signal);
  const start = from ?? (await findTagBefore(git, end, signal));
  const base = start === undefined ? [] : [`^${await resolveCommit(git, start, signal)}`];
  const { stdout } = await git.read(['rev-list', '--count', end, ...base, '--'], { signal });
  const commits = Number(stdout);
  if (commits === 0)
    throw cannot(`There are no commits between "${start}" and "${to}".`, 'Name a range: --from, --to.');
  const range = start === undefined ? { head: to } : { base: start, head: to };
  return {
    capability,
    prompt: [
      `${KINDS[capability]} for ${count(commits, 'commit')}.`,
      release === undefined ? 'The release has no name yet.' : `The release is ${release}.`,
      `Commits, for gitLog: ${JSON.stringify({ ...range, limit: Math.min(commits, 200) })}`,
    ].join('\n'),
  };
}

/** A tag on this very commit names the new release; the tag before it is the last release. */
async function findTagBefore(
  git: Repository['git'],
  commit: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const tag = await findLastTag(git, commit, signal);
  if (tag === undefined || (await resolveCommit(git, `refs/tags/${tag}`, signal)) !== commit) return tag;
  const { stdout, exitCode } = await git.read(['rev-parse', '--verify', '--quiet', `${commit}^1`], {
    accept: [0, 1, 128],
    signal,
  });
  return exitCode === 0 ? findLastTag(git, stdout.trim(), signal) : undefined;
}
