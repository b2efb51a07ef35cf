import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';
import { errorMessage } from '@toolwright/contract';
import type { ToolLock } from '@toolwright/json-schema';
import { userError } from '../user-error.js';

/** A lock before parsing. Comparing its bytes is usually sufficient. */
export interface LockSource {
  /** The content without carriage returns, because Git may have changed the line endings. */
  readonly bytes: Uint8Array;
  /** The content as written by `lock`. */
  readonly text: string;
  /** The name of the lock in error messages. */
  readonly name: string;
}

/** Returns the absolute path of a project's lock, which is stored next to the manifest. */
export function lockFileOf({ manifest }: Pick<CodegenRun, 'manifest'>): string {
  return path.join(path.dirname(manifest.file), 'tools.lock.json');
}

const RETURN = 0x0d;

export function lockSource(read: Buffer, name: string): LockSource {
  const bytes = read.includes(RETURN) ? Buffer.from(read.toString('utf8').replaceAll('\r\n', '\n')) : read;
  return {
    bytes,
    name,
    get text() {
      return bytes.toString('utf8');
    },
  };
}

/**
 * Reads the lock in a file. Returns undefined if the file does not exist.
 * @param shown the path for error messages
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function findLock(file: string, shown: string): LockSource | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return lockSource(readFileSync(file), shown);
  } catch (error) {
    throw userError('INVALID_CONFIG', `${shown} cannot be read: ${errorMessage(error)}.`, undefined, error);
  }
}

/** Parses a lock. @throws ToolwrightError `INVALID_CONFIG` */
export async function parseLock({ text, name }: LockSource): Promise<ToolLock> {
  const { readLock } = await import('@toolwright/json-schema');
  return readLock(text, name);
}
