import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder of compiled code, which all projects of a user share. */
export interface CompiledFolder {
  readonly folder: string;
  /** It was made just now. */
  readonly isNew: boolean;
}

/** Permissions that let others replace files. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Finds or makes the folder where Node keeps compiled code, too: in the system's folder for temporary files or in `NODE_COMPILE_CACHE`.
 * Returns undefined if `NODE_DISABLE_COMPILE_CACHE` is set, or if another user might write to the folder: what is in it runs here.
 */
export function findCompiledFolder(env: NodeJS.ProcessEnv = process.env): CompiledFolder | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const user = process.getuid?.();
  const folder = path.resolve(
    env.NODE_COMPILE_CACHE || tmpdir(),
    user === undefined ? 'toolwright' : `toolwright-${user}`,
  );
  try {
    const isNew = make(folder);
    // Not the target of a link, which its owner may change.
    const stats = lstatSync(folder);
    const isOwn = user === undefined || (stats.uid === user && (stats.mode & WRITABLE_BY_OTHERS) === 0);
    return stats.isDirectory() && isOwn ? { folder, isNew } : undefined;
  } catch {
    // Without the folder, code is compiled again.
    return undefined;
  }
}

/** Returns false if there is something at this path. */
function make(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(folder, { mode: 0o700 });
  return true;
}
