import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** A regular file at one moment. */
export interface PlainFile {
  readonly bytes: Buffer;
  /** Taken before the bytes are read, so that a change in between is noticed next time. */
  readonly stats: Stats;
}

/** Without this flag, opening a pipe waits for a writer. Windows does not define it. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a regular file; all reads of codegen go through this function. Refuses pipes, folders and devices without waiting.
 * @throws Error that names what the path contains instead, or the system's reason.
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
