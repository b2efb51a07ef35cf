import { createHash } from 'node:crypto';
import type { CodegenRun } from '@toolwright/codegen';
import { readVersion } from '../process/version.js';
import type { LockSource } from './lock-source.js';

/** Whether an earlier process has found that a lock matches the project as it is now. Reads no tools. */
export function isKnownLock({ note }: CodegenRun, { bytes }: LockSource): boolean {
  return note !== undefined && note.find() === noteOn(bytes);
}

/** Records that a text is the lock of the project as it is now. */
export function rememberLock({ note }: CodegenRun, text: string): void {
  note?.keep(noteOn(text));
}

/** Another version of the command line may write another lock. */
function noteOn(lock: string | Uint8Array): string {
  return `lock ${readVersion()} ${createHash('sha256').update(lock).digest('base64url')}`;
}
