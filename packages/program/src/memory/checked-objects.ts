import { deserialize, serialize } from 'node:v8';
import { readCheckedBytes, writeCheckedBytes } from './checked-file.js';

/**
 * Reads what {@link writeCheckedObjects} wrote. Returns undefined if the file is missing, if its content was changed, or if another engine
 * wrote an incompatible format.
 */
export function readCheckedObjects(file: string): unknown {
  const bytes = readCheckedBytes(file);
  try {
    return bytes && deserialize(bytes);
  } catch {
    // The file has a later version of the format, or a different format.
    return undefined;
  }
}

/** Writes a value with a checksum, in a format that preserves object identity. Returns false if it cannot be written. */
export function writeCheckedObjects(file: string, value: unknown): boolean {
  return writeCheckedBytes(file, serialize(value));
}
