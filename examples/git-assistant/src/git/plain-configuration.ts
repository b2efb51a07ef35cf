import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Git } from './git.js';

/**
 * Settings that decide how files and objects are stored. `extensions.worktreeConfig` is not one of them: it would bring other settings
 * back.
 */
const STORAGE =
  '^(extensions\\..*|core\\.(repositoryformatversion|autocrlf|eol|safecrlf|filemode|ignorecase|symlinks|precomposeunicode))$';
const LEFT_OUT = new Set(['config', 'config.worktree', 'hooks', 'commondir']);

/**
 * Runs work with a git that sees neither the configuration of the repository nor the user's, except settings of storage. Some settings
 * cannot be overridden in any other way. It uses a temporary folder and does not change the repository.
 * @param work gets the environment variables for git
 * @temporaryFiles The folder is new, lies outside the repository, and is removed at the end.
 */
export async function withPlainConfiguration<Result>(
  git: Git,
  work: (variables: Readonly<Record<string, string>>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { stdout } = await git.read(
    ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir'],
    { signal },
  );
  const [gitDir = '', common = ''] = stdout.split('\n');
  const folder = await mkdtemp(join(tmpdir(), 'git-assistant-'));
  try {
    const plain = join(folder, 'common');
    await mkdir(plain);
    await writeFile(join(plain, 'config'), await storageSettings(git, signal));
    for (const name of await readdir(common))
      if (!LEFT_OUT.has(name)) await symlink(join(common, name), join(plain, name));
    return await work({
      GIT_DIR: gitDir,
      GIT_COMMON_DIR: plain,
      GIT_WORK_TREE: git.root,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function storageSettings(git: Git, signal?: AbortSignal): Promise<string> {
  const { stdout } = await git.read(['config', '--null', '--get-regexp', STORAGE], {
    accept: [0, 1],
    signal,
  });
  const entries = stdout
    .split('\0')
    .slice(0, -1)
    .map((entry) => /^([^.]+)\.([^.\n]+)(?:\n(.*))?$/s.exec(entry))
    .filter((found) => found !== null && found[2] !== 'worktreeconfig');
  return entries
    .map((found) => `[${found?.[1]}]\n\t${found?.[2]} = ${quote(found?.[3] ?? 'true')}\n`)
    .join('');
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
