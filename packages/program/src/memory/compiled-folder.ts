import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder for compiled code, which all projects of a user share. */
export interface CompiledFolder {
  readonly folder: string;
  /** Whether the folder was just created. */
  readonly isNew: boolean;
}

/** Permission bits that let other users replace files. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Finds or creates the folder that Node also uses for compiled code: in the system's temporary folder or in `NODE_COMPILE_CACHE`. Returns
 * undefined if `NODE_DISABLE_COMPILE_CACHE` is set, or if another user might be able to write to the folder, because its content is
 * executed here.
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
    // Does not follow symbolic links, whose owner may change the target.
    const stats = lstatSync(folder);
    const isOwn = user === undefined || (stats.uid === user && (stats.mode & WRITABLE_BY_OTHERS) === 0);
    return stats.isDirectory() && isOwn ? { folder, isNew } : undefined;
  } catch {
    // Without the folder, code is compiled each time.
    return undefined;
  }
}

/** Creates the folder. Returns false if the path already exists. */
function make(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(folder, { mode: 0o700 });
  return true;
}
