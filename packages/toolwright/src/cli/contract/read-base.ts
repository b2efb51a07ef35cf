import path from 'node:path';
import { shownPath } from '../project/shown-path.js';
import { userError } from '../user-error.js';
import { findLock, type LockSource, lockSource } from './lock-source.js';
import { readAtRevision } from './read-at-revision.js';

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
export async function readBase({ given, file, cwd }: Base): Promise<LockSource> {
  const chosen = given === undefined ? file : path.resolve(cwd, given);
  const lock = findLock(chosen, shownPath(chosen, cwd));
  if (lock !== undefined) return lock;
  if (given === undefined) {
    throw userError(
      'INVALID_CONFIG',
      `There is no lock at ${shownPath(file, cwd)}.`,
      'Run: npx toolwright lock',
    );
  }
  return lockSource(await readAtRevision(given, file), `${given}:${path.basename(file)}`);
}
