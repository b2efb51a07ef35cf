import type { CodegenRun } from '@toolwright/codegen';
import { lockFileOf } from './lock-file.js';
import { isKnownLock, rememberLock } from './lock-note.js';
import { findLock, parseLock } from './lock-source.js';
import { providersOf, readContract } from './read-contract.js';

/** The result of comparing a lock with the tools of a project. */
export interface LockCheck {
  /** Absolute. */
  readonly file: string;
  /** Undefined if there is no lock. */
  readonly isFresh: boolean | undefined;
  /** The tools that differ from the lock, each with its first changes. */
  readonly changes: readonly string[];
}

/** @throws ToolwrightError `INVALID_CONFIG` for a damaged lock */
export async function checkLock(run: CodegenRun, shownPath: (file: string) => string): Promise<LockCheck> {
  const file = lockFileOf(run);
  const found = findLock(file, shownPath(file));
  if (found === undefined) return { file, isFresh: undefined, changes: [] };
  if (isKnownLock(run, found)) return { file, isFresh: true, changes: [] };
  const { writeLock } = await import('@toolwright/json-schema');
  const before = await parseLock(found);
  const { lock } = await readContract(run, providersOf(before));
  // A lock of an earlier version with the same contents is fresh.
  const text = writeLock({ ...lock, version: before.version });
  if (found.text === text) {
    rememberLock(run, text);
    return { file, isFresh: true, changes: [] };
  }
  const { changesBetween } = await import('./changes-between.js');
  return { file, isFresh: false, changes: changesBetween(before, lock) };
}
