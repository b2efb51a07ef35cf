import type { Git } from './git.js';

const USUAL = ['main', 'master', 'trunk', 'develop'];

/** The branch from which others start: the remote's default branch, otherwise the first of the usual names. */
export async function findDefaultBranch(git: Git, signal?: AbortSignal): Promise<string | undefined> {
  const { stdout } = await git.read(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'], {
    accept: [0, 1, 128],
    signal,
  });
  if (stdout.trim() !== '') return stdout.trim();
  const { stdout: branches } = await git.read(['for-each-ref', '--format=%(refname:short)', 'refs/heads'], {
    signal,
  });
  const names = new Set(branches.split('\n'));
  return USUAL.find((name) => names.has(name));
}
