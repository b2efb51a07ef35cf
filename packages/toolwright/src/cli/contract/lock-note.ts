import { createHash } from 'node:crypto';
import type { CodegenRun } from '@toolwright/codegen';
import { readVersion } from '../process/version.js';
import type { LockSource } from './lock-source.js';

/** Whether a lock is known to be that of a project as it is. Reads no tool: an earlier process has compared them. */
export function isKnownLock({ note }: CodegenRun, { bytes }: LockSource): boolean {
  return note !== undefined && note.find() === noteOn(bytes);
}

/** Notes that a text is the lock of a project as it is. */
export function rememberLock({ note }: CodegenRun, text: string): void {
  note?.keep(noteOn(text));
}

/** Another version of the command line may write another lock. */
function noteOn(lock: string | Uint8Array): string {
  return `lock ${readVersion()} ${createHash('sha256').update(lock).digest('base64url')}`;
}
