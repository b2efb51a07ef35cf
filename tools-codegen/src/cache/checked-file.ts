import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { findPlainFile } from '../disk/plain-file.js';
import { hashOf } from '../disk/stamp.js';

/** Reads JSON that {@link writeChecked} wrote; undefined where there is none, or where anything in it is not as it was written. */
export function readChecked(file: string): unknown {
  const json = readCheckedBytes(file);
  try {
    return json && JSON.parse(json.toString('utf8'));
  } catch {
    // Bytes of another kind, though whole: there is nothing to find.
    return undefined;
  }
}

/** Writes JSON with a checksum in one step, so that a reader sees all of it or none. False where it cannot be written. */
export function writeChecked(file: string, value: unknown): boolean {
  return writeCheckedBytes(file, Buffer.from(JSON.stringify(value)));
}

/** As {@link readChecked}, for what {@link writeCheckedObjects} wrote; undefined as well where another engine wrote it in another way. */
export function readCheckedObjects(file: string): unknown {
  const bytes = readCheckedBytes(file);
  try {
    return bytes && deserialize(bytes);
  } catch {
    // A later version of the format, or bytes of another kind.
    return undefined;
  }
}

/** As {@link writeChecked}, in a format in which an object that occurs several times stays one. */
export function writeCheckedObjects(file: string, value: unknown): boolean {
  return writeCheckedBytes(file, serialize(value));
}

const NEWLINE = 0x0a;

/** As {@link readChecked}, for content of any kind. */
export function readCheckedBytes(file: string): Buffer | undefined {
  const bytes = findPlainFile(file)?.bytes;
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(NEWLINE);
  const content = bytes.subarray(end + 1);
  return end > 0 && bytes.toString('latin1', 0, end) === hashOf(content) ? content : undefined;
}

/** As {@link writeChecked}, for content of any kind. */
export function writeCheckedBytes(file: string, content: Uint8Array): boolean {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${hashOf(content)}\n`), content]));
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

/** The names in a folder of the cache. */
export function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It was there a moment ago; whoever removed it has done the work.
    return [];
  }
}
