import { appendFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../disk/make-folder.js';
import { findPlainFile } from '../disk/plain-file.js';

/** Reads JSON that {@link writeChecked} wrote. Returns undefined if the file is missing or its content was changed. */
export function readChecked(file: string): unknown {
  const json = readCheckedBytes(file);
  try {
    return json && JSON.parse(json.toString('utf8'));
  } catch {
    // The checksum is right, but the content is not JSON.
    return undefined;
  }
}

/** Writes JSON with a checksum atomically, so that readers see either all of it or nothing. Returns false if it cannot be written. */
export function writeChecked(file: string, value: unknown): boolean {
  return writeCheckedBytes(file, Buffer.from(JSON.stringify(value)));
}

const NEWLINE = 0x0a;

/** Like {@link readChecked}, for any content. */
export function readCheckedBytes(file: string): Buffer | undefined {
  const bytes = findPlainFile(file)?.bytes;
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(NEWLINE);
  const content = bytes.subarray(end + 1);
  return end > 0 && bytes.toString('latin1', 0, end) === checksumOf(content) ? content : undefined;
}

/** Like {@link writeChecked}, for any content. */
export function writeCheckedBytes(file: string, content: Uint8Array): boolean {
  // A random name, because threads share a process id, and so may processes in two containers.
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    makeFolder(path.dirname(file));
    writeFileSync(temporary, `${checksumOf(content)}\n`);
    appendFileSync(temporary, content);
    renameSync(temporary, file);
    return true;
  } catch {
    // If the cache cannot be written, the work continues without it.
    removeQuietly(temporary);
    return false;
  }
}

/** Detects damage, not manipulation. A stronger checksum would need `node:crypto`, which takes 4 ms to load in an unchanged run. */
function checksumOf(content: Uint8Array): string {
  return crc32(content).toString(16);
}

/** Removes a file of the cache. Failures are ignored. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A leftover file does no harm.
  }
}

export function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another process has removed the folder.
    return [];
  }
}
