import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** The state of a regular file at one moment. */
export interface PlainFile {
  readonly bytes: Buffer;
  /** Read before the content, so that a change in between is noticed next time. */
  readonly stats: Stats;
}

/** Without this flag, opening a pipe would wait for a writer. Windows does not define it. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a regular file; all reads of codegen go through this function. Refuses pipes, folders and devices without blocking.
 * @throws Error that states what else is at the path, or the system's error.
 */
export function readPlainFile(file: string): PlainFile {
  const descriptor = openSync(file, FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`there is a ${kindOf(stats)} at this path, not a file`);
    return { bytes: readFileSync(descriptor), stats };
  } finally {
    closeSync(descriptor);
  }
}

/** Like {@link readPlainFile}, but returns undefined for anything that cannot be read. */
export function findPlainFile(file: string): PlainFile | undefined {
  try {
    return readPlainFile(file);
  } catch {
    return undefined;
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'folder';
  return stats.isFIFO() ? 'pipe' : 'device';
}
