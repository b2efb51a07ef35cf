import { lstatSync } from 'node:fs';
import type { Disk } from './disk.js';
import type { Facts } from './facts.js';
import { findStats } from './real-disk.js';
import { hasStamp, numbersIn, type StampNumbers, stampOf } from './stamp.js';

/** The facts of a run about entries of a single folder. */
export interface QuickEntries {
  /** Ends with a slash. */
  readonly folder: string;
  /** The folder's stamp: while it is the same, so are the entries. Null if symbolic links or later changes make that uncertain. */
  readonly stamp: StampNumbers | null;
  readonly present: Names;
  readonly missing: Names;
  readonly folders: Names;
  readonly noFolders: Names;
}

/** Names in one string, each after a slash, which loads faster than a list. */
type Names = string;

const KINDS = ['present', 'missing', 'folders', 'noFolders'] as const;
type Kind = (typeof KINDS)[number];

/**
 * For each fact, the kinds of entries for which the folder's stamp proves it. The target of a symbolic link may change without the folder.
 */
const PROVED: Readonly<Record<Kind, readonly EntryKind[]>> = {
  present: ['file'],
  missing: ['none', 'folder'],
  folders: ['folder'],
  noFolders: ['none', 'file'],
};

/** Groups facts about single paths by folder, so that one stamp covers many paths. */
export function packEntries({ present, missing, folders }: Facts): QuickEntries[] {
  const groups = new Map<string, Record<Kind, string[]>>();
  const add = (path: string, kind: Kind): void => {
    const start = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, start);
    const group = groups.get(folder) ?? { present: [], missing: [], folders: [], noFolders: [] };
    groups.set(folder, group);
    group[kind].push(path.slice(start));
  };
  for (const path of present) add(path, 'present');
  for (const path of missing) add(path, 'missing');
  for (const [path, isThere] of Object.entries(folders)) add(path, isThere ? 'folders' : 'noFolders');
  return [...groups].map(([folder, names]) => packFolder(folder, names));
}

function packFolder(folder: string, names: Readonly<Record<Kind, readonly string[]>>): QuickEntries {
  // Read before the entries, so that a change in between results in a different stamp.
  const stats = findStats(folder);
  const stamp = stats && stampOf(stats, Date.now());
  const isProved = KINDS.every((kind) =>
    names[kind].every((name) => PROVED[kind].includes(findKind(folder + name))),
  );
  return {
    folder,
    stamp: stamp !== undefined && isProved ? numbersIn(stamp) : null,
    present: joinNames(names.present),
    missing: joinNames(names.missing),
    folders: joinNames(names.folders),
    noFolders: joinNames(names.noFolders),
  };
}

type EntryKind = 'none' | 'file' | 'folder' | 'other';

function findKind(path: string): EntryKind {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'none';
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    // The path is inaccessible.
    return 'other';
  }
}

/** Whether all facts packed by {@link packEntries} still hold. */
export function entriesHold(entries: readonly QuickEntries[], disk: Disk, now: number): boolean {
  return entries.every(
    (one) =>
      (one.stamp !== null && hasStamp(findStats(one.folder), one.stamp, 0, now)) || eachHolds(one, disk),
  );
}

function eachHolds({ folder, present, missing, folders, noFolders }: QuickEntries, disk: Disk): boolean {
  return (
    splitNames(present).every((name) => disk.fileExists(folder + name)) &&
    !splitNames(missing).some((name) => disk.fileExists(folder + name)) &&
    splitNames(folders).every((name) => disk.directoryExists(folder + name)) &&
    !splitNames(noFolders).some((name) => disk.directoryExists(folder + name))
  );
}

/** Reverses {@link packEntries}. */
export function unpackEntries(
  entries: readonly QuickEntries[],
): Pick<Facts, 'present' | 'missing' | 'folders'> {
  const all = (kind: Kind): string[] =>
    entries.flatMap((one) => splitNames(one[kind]).map((name) => one.folder + name));
  const folders = [
    ...all('folders').map((path) => [path, true] as const),
    ...all('noFolders').map((path) => [path, false] as const),
  ];
  return { present: all('present'), missing: all('missing'), folders: Object.fromEntries(folders) };
}

function joinNames(names: readonly string[]): Names {
  return names.map((name) => `/${name}`).join('');
}

function splitNames(names: Names): string[] {
  return names.split('/').slice(1);
}
