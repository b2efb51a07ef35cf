import type { Stats } from 'node:fs';
import type { Disk } from './disk.js';
import type { Fact, Facts } from './facts.js';
import { findStats } from './real-disk.js';
import { hashEntries, isSettled } from './stamp.js';

/** Facts in a form that is loaded and checked fast, for runs in which nothing changed. */
export interface QuickFacts extends Pick<Facts, 'folders' | 'links'> {
  readonly files: Stamped;
  readonly listings: Stamped;
  /** The hashes of folders that contain links: a link's target can change without changing the folder. */
  readonly linked: Readonly<Record<string, string>>;
  readonly present: Paths;
  readonly missing: Paths;
}

interface Stamped {
  readonly paths: Paths;
  /** For each path: inode, size, time of modification and time of status change. */
  readonly stamps: readonly number[];
}

/** Paths joined into one string, which is loaded faster than a list. */
type Paths = string;
const BETWEEN_PATHS = '\0';
const STAMP_LENGTH = 4;

/** Packs facts; undefined if the stamp of a file does not prove its content. */
export function packFacts(facts: Facts): QuickFacts | undefined {
  const files = Object.entries(facts.files);
  if (files.some(([, [, stamp]]) => stamp === undefined)) return undefined;
  const listings = Object.entries(facts.listings);
  const unstamped = listings.filter(([, [, stamp]]) => stamp === undefined);
  return {
    files: packStamped(files),
    listings: packStamped(listings.filter(([, [, stamp]]) => stamp !== undefined)),
    linked: Object.fromEntries(unstamped.map(([dir, [hash]]) => [dir, hash])),
    present: facts.present.join(BETWEEN_PATHS),
    missing: facts.missing.join(BETWEEN_PATHS),
    folders: facts.folders,
    links: facts.links,
  };
}

function packStamped(facts: readonly (readonly [path: string, fact: Fact])[]): Stamped {
  return {
    paths: facts.map(([path]) => path).join(BETWEEN_PATHS),
    stamps: facts.flatMap(([, [, stamp = '']]) => stamp.split(' ').map(Number)),
  };
}

/** Whether the facts certainly hold. If not, {@link checkFacts} tells what changed, if anything did. */
export function certainlyHold(facts: QuickFacts, disk: Disk): boolean {
  const now = Date.now();
  return (
    areUnchanged(facts.files, now) &&
    areUnchanged(facts.listings, now) &&
    pathsIn(facts.present).every((file) => disk.fileExists(file)) &&
    !pathsIn(facts.missing).some((file) => disk.fileExists(file)) &&
    Object.entries(facts.folders).every(([dir, there]) => disk.directoryExists(dir) === there) &&
    Object.entries(facts.links).every(([path, target]) => disk.realpath(path) === target) &&
    Object.entries(facts.linked).every(([dir, hash]) => isListedAs(hash, dir, disk))
  );
}

function areUnchanged({ paths, stamps }: Stamped, now: number): boolean {
  return pathsIn(paths).every((path, index) => hasStamp(findStats(path), stamps, index * STAMP_LENGTH, now));
}

function hasStamp(stats: Stats | undefined, stamps: readonly number[], at: number, now: number): boolean {
  return (
    stats !== undefined &&
    isSettled(stats, now) &&
    stats.ino === stamps[at] &&
    stats.size === stamps[at + 1] &&
    stats.mtimeMs === stamps[at + 2] &&
    stats.ctimeMs === stamps[at + 3]
  );
}

function isListedAs(hash: string, dir: string, disk: Disk): boolean {
  try {
    return hashEntries(disk.entries(dir)) === hash;
  } catch {
    // The next run reports the reason.
    return false;
  }
}

/** Splits what {@link packFacts} joined. */
export function pathsIn(paths: Paths): string[] {
  return paths === '' ? [] : paths.split(BETWEEN_PATHS);
}
