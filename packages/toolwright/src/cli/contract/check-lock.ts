import { readFile } from 'node:fs/promises';
import type { CodegenRun } from '@toolwright/codegen';
import { lockFileOf } from './lock-file.js';
import { findLock, providersOf, readContract } from './read-contract.js';

/** Whether a lock says what the tools of a project are. */
export interface LockCheck {
  /** Absolute. */
  readonly file: string;
  /** Undefined if there is no lock. */
  readonly isFresh: boolean | undefined;
  /** The tools that are not as the lock says, each with the first changes. */
  readonly changes: readonly string[];
}

/** @throws ToolwrightError `INVALID_CONFIG` for a damaged lock */
export async function checkLock(run: CodegenRun, shownPath: (file: string) => string): Promise<LockCheck> {
  const file = lockFileOf(run);
  const before = await findLock(file, shownPath(file));
  if (before === undefined) return { file, isFresh: undefined, changes: [] };
  const { writeLock } = await import('@toolwright/schema');
  const { lock } = await readContract(run, providersOf(before));
  // Git may have changed the line endings.
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  if (text === writeLock(lock)) return { file, isFresh: true, changes: [] };
  const { changesBetween } = await import('./changes-between.js');
  return { file, isFresh: false, changes: changesBetween(before, lock) };
}
