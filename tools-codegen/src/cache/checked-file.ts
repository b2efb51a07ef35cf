import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../disk/stamp.js';

/** Reads JSON that {@link writeChecked} wrote; undefined where there is none, or where anything in it is not as it was written. */
export function readChecked(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const json = text.slice(end + 1);
    return end > 0 && text.slice(0, end) === hashOf(json) ? JSON.parse(json) : undefined;
  } catch {
    // No such file, or not one that may be read: there is nothing to find.
    return undefined;
  }
}

/** Writes JSON with a checksum in one step, so that a reader sees all of it or none. False where it cannot be written. */
export function writeChecked(file: string, value: unknown): boolean {
  const json = JSON.stringify(value);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, `${hashOf(json)}\n${json}`);
    renameSync(temporary, file);
    return true;
  } catch {
    // A cache that cannot be written is no cache; the work is done all the same.
    removeQuietly(temporary);
    return false;
  }
}

/** Removes a file of the cache, if that is possible. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What cannot be removed is in nobody's way.
  }
}
