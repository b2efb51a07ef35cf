import { constants, type Stats } from 'node:fs';

/** Opening a named pipe must not wait for its other end. Windows does not have this flag. */
export const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** The kind of something that is not an ordinary file; undefined for a file. */
export function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** Whether a file is missing, and not merely unreadable. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

/** The code of an error of the file system, such as `ENOENT`. Undefined for other errors. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
