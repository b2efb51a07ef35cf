import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { slashed } from '../compiler/slashed.js';
import { decodeText } from './decode-text.js';
import type { DirectoryEntries, Disk } from './disk.js';
import { outOfReach, saysAbsent } from './out-of-reach.js';
import { type PlainFile, readPlainFile } from './plain-file.js';

/** The file system, read directly. */
export const realDisk: Disk = {
  fileExists: isThere,
  readFile: (file) => {
    const found = readSource(file);
    return found && decodeText(found.bytes);
  },
  directoryExists: (dir) => findStats(dir)?.isDirectory() ?? false,
  entries: listEntries,
  realpath: findRealpath,
};

/** Returns the stats of a path; undefined if nothing exists there or access is denied. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // An inaccessible folder is treated as missing.
    return undefined;
  }
}

/** Whether a file exists. An inaccessible file is treated as existing, so that reading it reports the reason. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    return !saysAbsent(error);
  }
}

/**
 * Reads a file that {@link Disk.fileExists} has found. Returns undefined if the file has been removed since.
 * @throws ToolwrightError `INVALID_PROJECT` when the file cannot be read.
 */
export function readSource(file: string): PlainFile | undefined {
  try {
    return readPlainFile(file);
  } catch (error) {
    if (saysAbsent(error)) return undefined;
    throw outOfReach(file, error);
  }
}

const CODE = /\.(?:[cm]?[jt]sx?|json)$/;

function listEntries(dir: string): DirectoryEntries {
  const files: string[] = [];
  const directories: string[] = [];
  let linked = false;
  for (const entry of readEntries(dir)) {
    const { name } = entry;
    const isLink = entry.isSymbolicLink();
    linked ||= isLink;
    const path = `${dir}/${name}`;
    const target = isLink ? findStats(path) : entry;
    if (target?.isDirectory()) directories.push(name);
    else if (CODE.test(name) && (isLink ? isThere(path) : entry.isFile())) files.push(name);
  }
  return { files: files.sort(), directories: directories.sort(), linked };
}

function readEntries(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (saysAbsent(error)) return [];
    throw outOfReach(dir, error);
  }
}

function findRealpath(path: string): string {
  try {
    return slashed(realpathSync.native(path));
  } catch {
    // The link is broken.
    return path;
  }
}
