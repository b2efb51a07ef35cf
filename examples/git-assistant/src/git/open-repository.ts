import { access, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolwrightError } from 'toolwright';
import { Git } from './git.js';
import { withoutQuotedLines } from './git-words.js';
import { findSpecialFile } from './special-files.js';
import { turnOffUnwanted } from './unwanted-settings.js';

export interface Repository {
  /** The top folder, without symbolic links in its path. */
  readonly root: string;
  readonly git: Git;
  /** Programs of the repository, such as its linters, may run. */
  readonly allowRun: boolean;
}

export interface OpenOptions {
  readonly allowRun?: boolean | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/**
 * Finds the repository that a folder belongs to.
 * @throws ToolwrightError `INVALID_PROJECT` if there is no repository, or it is bare
 */
export async function openRepository(folder: string, options: OpenOptions = {}): Promise<Repository> {
  const { allowRun = false, environment = process.env } = options;
  const start = await realpath(folder).catch((cause: unknown) => {
    throw noRepository(`There is no folder "${folder}".`, cause);
  });
  if (!(await stat(start)).isDirectory()) throw noRepository(`"${folder}" is not a folder.`);
  const here = new Git(start, environment);
  const { stdout, stderr, exitCode } = await here.read(['rev-parse', '--show-toplevel'], {
    accept: [0, 128],
  });
  if (exitCode !== 0) throw explain(start, stderr);
  const root = await realpath(stdout.replace(/\n$/, ''));
  await assertOwnFolder(root);
  const special = await findSpecialFile(root);
  if (special !== undefined) throw noRepository(special);
  const git = new Git(root, environment);
  return { root, git: git.withSettings(await turnOffUnwanted(git)), allowRun };
}

/** A repository can claim any folder as its work tree, such as the user's home. Only its own files may be read. */
async function assertOwnFolder(root: string): Promise<void> {
  await access(join(root, '.git')).catch((cause: unknown) => {
    throw noRepository(
      `The repository takes "${root}" for its files (core.worktree), so it is not read.`,
      cause,
    );
  });
}

function explain(folder: string, stderr: string): ToolwrightError {
  if (stderr.includes('not a git repository')) return noRepository(`"${folder}" is not in a git repository.`);
  const [trust] = /git config --global --add safe\.directory .*/.exec(stderr) ?? [];
  if (trust !== undefined) {
    const message = `The repository at "${folder}" belongs to another user, so git does not read it.`;
    return noRepository(message, undefined, `If you trust it: ${trust}`);
  }
  if (/must be run in a work tree|cannot use bare repository/.test(stderr))
    return noRepository(`"${folder}" is a repository without files (bare).`);
  return noRepository(`git cannot read the repository at "${folder}": ${withoutQuotedLines(stderr.trim())}`);
}

function noRepository(message: string, cause?: unknown, hint = OTHER_FOLDER): ToolwrightError {
  return new ToolwrightError('INVALID_PROJECT', message, { blame: 'user', hint, cause });
}

const OTHER_FOLDER = 'Change to a folder of a repository, or name one with --repo <folder>.';
