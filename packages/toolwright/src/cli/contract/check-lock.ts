import type { CodegenRun } from '@toolwright/codegen';
import type { CommandContext } from '../command-context.js';
import { shownPath } from '../project/shown-path.js';
import { isKnownLock, rememberLock } from './lock-note.js';
import { findLock, lockFileOf, parseLock } from './lock-source.js';
import { providersOf, readContract } from './read-contract.js';

/**
 * Reports a missing or stale lock, and sets the exit code to 1.
 * @param renewal the command that updates the lock
 * @returns the reported sentence; undefined if the lock is fresh
 * @throws ToolwrightError `INVALID_CONFIG` for a damaged lock
 */
export async function checkLock(
  run: CodegenRun,
  renewal: string,
  { io, setExitCode }: CommandContext,
): Promise<string | undefined> {
  const shown = shownPath(lockFileOf(run), io.cwd);
  const changes = await findChanges(run, shown);
  if (changes === 'none') return undefined;
  const problem = `${shown} ${changes === undefined ? 'does not exist' : 'is stale'}. Run: ${renewal}`;
  io.stderr.write([...(changes ?? []), problem, ''].join('\n'));
  setExitCode(1);
  return problem;
}

/** Describes the tools that differ from the lock, each with its first changes. Returns undefined if there is no lock. */
async function findChanges(run: CodegenRun, shown: string): Promise<readonly string[] | 'none' | undefined> {
  const found = findLock(lockFileOf(run), shown);
  if (found === undefined) return undefined;
  if (isKnownLock(run, found)) return 'none';
  const { writeLock } = await import('@toolwright/json-schema');
  const before = await parseLock(found);
  const { lock } = await readContract(run, providersOf(before));
  // A lock with an older version and the same content is fresh.
  const text = writeLock({ ...lock, version: before.version });
  if (found.text === text) {
    rememberLock(run, text);
    return 'none';
  }
  const { changesBetween } = await import('./changes-between.js');
  return changesBetween(before, lock);
}
