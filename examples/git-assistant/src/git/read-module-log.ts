import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isToolwrightError } from 'toolwright';
import type { Git } from './git.js';
import { readTitles } from './read-titles.js';
import { isShallow } from './resolve-commit.js';
import { findSpecialFile } from './special-files.js';

const MAX_TITLES = 20;

/**
 * What a submodule gets and loses with a change, as text for the end of its patch: the titles of the commits between both. A backslash
 * begins the lines, as in git's own remarks in a patch.
 * @param patch the ids of two commits, as `git diff --submodule=short` shows them
 */
export async function describeModule(
  git: Git,
  path: string,
  patch: string,
  signal?: AbortSignal,
): Promise<string> {
  const from = /^-Subproject commit ([0-9a-f]{40,64})$/m.exec(patch)?.[1];
  const to = /^\+Subproject commit ([0-9a-f]{40,64})$/m.exec(patch)?.[1];
  if (from === undefined || to === undefined) return '';
  const module = await findModule(git, path, signal);
  if (typeof module === 'string') return `\\ The module ${module}, so its commits are not known.\n`;
  try {
    const { exitCode } = await module.read(['merge-base', from, to], { accept: [0, 1, 128], signal });
    if (exitCode !== 0 && (await isShallow(module, signal))) {
      const [title] = await titles(module, '>', ['--max-count=1', to], signal);
      return `\\ The module is a shallow clone, so how its commits relate is not known. The new one:\n${title}`;
    }
    const lines = [
      ...(await titles(module, '>', [to, `^${from}`], signal)),
      ...(await titles(module, '<', [from, `^${to}`], signal)),
    ];
    return `\\ Commits of the module that this adds (>) and takes away (<), the newest first:\n${lines.join('')}`;
  } catch (error) {
    if (!isToolwrightError(error) || error.code === 'ABORTED') throw error;
    return '\\ The module lacks these commits, so their titles are not known.\n';
  }
}

async function titles(
  module: Git,
  mark: string,
  revisions: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const { commits, titles: all } = await readTitles(module, { revisions }, signal);
  const shown = all.slice(0, MAX_TITLES);
  const more = commits - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map((title) => `\\ ${mark} ${title}\n`);
}

/**
 * The git of a submodule, or why it is not read. A repository can give any path and any folder of git for a module, so both must
 * be its own: commits of other repositories of this machine are not read.
 */
async function findModule(git: Git, path: string, signal?: AbortSignal): Promise<Git | string> {
  const folder = join(git.root, path);
  const real = await realpath(folder).catch(() => undefined);
  const isThere =
    real !== undefined && (real !== folder || (await lstat(join(folder, '.git')).catch(() => undefined)));
  if (!isThere) return 'is not checked out';
  const foreign = 'is a link or has a folder of git elsewhere, where nothing is read';
  if (real !== folder || (await findSpecialFile(folder)) !== undefined) return foreign;
  const module = git.within(path);
  const where = (which: string) => gitFolder(which === 'own' ? module : git, which, signal);
  const [own, common] = [await where('own'), await where('common')];
  const isOwn = own === join(folder, '.git') || (common && own?.startsWith(`${common}/modules/`));
  return isOwn ? module : foreign;
}

async function gitFolder(git: Git, which: string, signal?: AbortSignal): Promise<string | undefined> {
  const option = which === 'own' ? '--absolute-git-dir' : '--git-common-dir';
  const { stdout, exitCode } = await git.read(['rev-parse', '--path-format=absolute', option], {
    accept: [0, 128],
    signal,
  });
  return exitCode === 0 ? realpath(stdout.replace(/\n$/, '')).catch(() => undefined) : undefined;
}
