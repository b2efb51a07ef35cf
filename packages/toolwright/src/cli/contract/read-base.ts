import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ToolLock } from '@toolwright/schema';
import { userError } from '../user-error.js';
import { findLock } from './read-contract.js';

/** Where the earlier contract is. */
export interface Base {
  /** A lock file or a Git revision. Default: the lock of the project. */
  readonly given: string | undefined;
  /** The lock of the project, absolute. */
  readonly file: string;
  readonly cwd: string;
}

/**
 * Reads the earlier contract, from a file or at a revision, without touching the work tree.
 * @throws ToolwrightError `INVALID_CONFIG`, `USAGE`
 */
export async function readBase({ given, file, cwd }: Base): Promise<ToolLock> {
  const show = (name: string): string => path.relative(cwd, name).replaceAll('\\', '/');
  const chosen = given === undefined ? file : path.resolve(cwd, given);
  const lock = await findLock(chosen, show(chosen));
  if (lock !== undefined) return lock;
  if (given === undefined) {
    throw userError('INVALID_CONFIG', `There is no lock at ${show(file)}.`, 'Run: npx toolwright lock');
  }
  const name = `${given}:${path.basename(file)}`;
  const { readLock } = await import('@toolwright/schema');
  return readLock(await readAtRevision(given, file), name);
}

async function readAtRevision(revision: string, file: string): Promise<string> {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const commit = await git(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]);
  if (commit === undefined) throw await unknownRevision(revision, folder);
  const text = await git(folder, ['cat-file', 'blob', `${commit.trim()}:./${name}`]);
  if (text !== undefined) return text;
  const hint = 'Name a revision that has one, or a lock file.';
  throw userError('INVALID_CONFIG', `${revision} has no ${name} in the folder of the manifest.`, hint);
}

async function unknownRevision(revision: string, folder: string): Promise<Error> {
  const isShallow = (await git(folder, ['rev-parse', '--is-shallow-repository']))?.trim();
  const named = `${JSON.stringify(revision)} is neither a file nor a Git revision`;
  if (isShallow === undefined)
    return userError('USAGE', `${named}: this is no Git repository.`, 'Name a lock file.');
  if (isShallow === 'true') {
    const hint = 'Fetch it first: git fetch --depth=1 origin <branch>, or check out with fetch-depth: 0.';
    return userError('USAGE', `${named} of this shallow clone.`, hint);
  }
  return userError('USAGE', `${named}.`, 'Name a lock file, a branch, a tag or a commit.');
}

/** What Git prints; undefined if it fails. No shell sees the arguments. */
async function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  if (!existsSync(cwd)) return undefined;
  try {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd, maxBuffer: MAX_BYTES });
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw userError(
        'USAGE',
        'Git is not installed, and a base that is no file is a Git revision.',
        'Name a lock file.',
        error,
      );
    }
    return undefined;
  }
}

const MAX_BYTES = 256 * 1024 * 1024;
