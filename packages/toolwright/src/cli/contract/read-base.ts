import path from 'node:path';
import { shownPath } from '../project/shown-path.js';
import { userError } from '../user-error.js';
import { findLock, type LockSource, lockSource } from './lock-source.js';
import { readAtRevision } from './read-at-revision.js';

/** The location of the earlier contract. */
export interface Base {
  /** A lock file or a Git revision. Default: the project's lock. */
  readonly given: string | undefined;
  /** The absolute path of the project's lock. */
  readonly file: string;
  readonly cwd: string;
}

/**
 * Reads the earlier contract from a file or at a Git revision, without touching the work tree.
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
