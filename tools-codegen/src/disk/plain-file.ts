import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** A regular file at one moment. */
export interface PlainFile {
  readonly bytes: Buffer;
  /** Taken before the bytes: what changes in between is noticed next time. */
  readonly stats: Stats;
}

/** Opening a pipe waits for a writer, unless this is set. Windows does not know it. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a regular file; everything that codegen reads goes through here. Pipes, folders and devices are refused without a wait.
 * @throws Error that says what the path holds instead, or why the system refuses it.
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

/** As {@link readPlainFile}; undefined for everything that cannot be read. */
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
