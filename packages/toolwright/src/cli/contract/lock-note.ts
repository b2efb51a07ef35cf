import { createHash } from 'node:crypto';
import type { CodegenRun } from '@toolwright/codegen';
import { readVersion } from '../process/version.js';
import type { LockSource } from './lock-source.js';

/** Whether an earlier process found that a lock matches the current state of the project. Reads no tools. */
export function isKnownLock({ note }: CodegenRun, { bytes }: LockSource): boolean {
  return note !== undefined && note.find() === noteOn(bytes);
}

/** Records that a text is the lock for the current state of the project. */
export function rememberLock({ note }: CodegenRun, text: string): void {
  note?.keep(noteOn(text));
}

/** Returns the note for a lock. It contains the version, because other versions of the command line may write a different lock. */
function noteOn(lock: string | Uint8Array): string {
  return `lock ${readVersion()} ${createHash('sha256').update(lock).digest('base64url')}`;
}
