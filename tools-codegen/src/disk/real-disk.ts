import { type Dirent, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { slashed } from '../compiler/slashed.js';
import { decodeText } from './decode-text.js';
import type { DirectoryEntries, Disk } from './disk.js';

/** The disk as it is now. */
export const realDisk: Disk = {
  fileExists: (file) => findStats(file)?.isFile() ?? false,
  readFile: (file) => {
    const bytes = readBytes(file);
    return bytes && decodeText(bytes);
  },
  directoryExists: (dir) => findStats(dir)?.isDirectory() ?? false,
  entries: listEntries,
  realpath: findRealpath,
};

/** What is at a path; undefined where nothing is, or nothing that may be seen. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder that must not be entered: to the program, what is in it is not there.
    return undefined;
  }
}

/** Undefined where there is no such file, or none that may be read. */
export function readBytes(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // As the compiler has it: a file that cannot be read is not there.
    return undefined;
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
    const target = isLink ? findStats(`${dir}/${name}`) : entry;
    if (target?.isDirectory()) directories.push(name);
    else if (target?.isFile() && CODE.test(name)) files.push(name);
  }
  return { files: files.sort(), directories: directories.sort(), linked };
}

function readEntries(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    // No such folder, or none that may be read: either way it holds nothing.
    return [];
  }
}

function findRealpath(path: string): string {
  try {
    return slashed(realpathSync.native(path));
  } catch {
    // It leads nowhere.
    return path;
  }
}
