import type { Disk } from './disk.js';
import type { Fact, Facts } from './facts.js';
import { entriesHold, packEntries, type QuickEntries } from './quick-entries.js';
import { findStats } from './real-disk.js';
import { hashEntries, hasStamp, numbersIn, STAMP_LENGTH, type StampNumbers } from './stamp.js';

/** Facts in a form that is loaded and checked fast, for runs in which nothing changed. */
export interface QuickFacts extends Pick<Facts, 'links'> {
  readonly files: Stamped;
  readonly listings: Stamped;
  /** The hashes of folders that contain links: a link's target can change without changing the folder. */
  readonly linked: Readonly<Record<string, string>>;
  /** The files and folders that were found or missed. */
  readonly entries: readonly QuickEntries[];
}

interface Stamped {
  readonly paths: Paths;
  /** The stamps of all paths, one after the other. */
  readonly stamps: StampNumbers;
}

/** Paths joined into one string, which is loaded faster than a list. */
type Paths = string;
const BETWEEN_PATHS = '\0';

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
    entries: packEntries(facts),
    links: facts.links,
  };
}

function packStamped(facts: readonly (readonly [path: string, fact: Fact])[]): Stamped {
  return {
    paths: facts.map(([path]) => path).join(BETWEEN_PATHS),
    stamps: facts.flatMap(([, [, stamp = '']]) => numbersIn(stamp)),
  };
}

/** Whether the facts certainly hold. If not, {@link checkFacts} tells what changed, if anything did. */
export function certainlyHold(facts: QuickFacts, disk: Disk): boolean {
  const now = Date.now();
  return (
    areUnchanged(facts.files, now) &&
    areUnchanged(facts.listings, now) &&
    entriesHold(facts.entries, disk, now) &&
    Object.entries(facts.links).every(([path, target]) => disk.realpath(path) === target) &&
    Object.entries(facts.linked).every(([dir, hash]) => isListedAs(hash, dir, disk))
  );
}

function areUnchanged({ paths, stamps }: Stamped, now: number): boolean {
  return pathsIn(paths).every((path, index) => hasStamp(findStats(path), stamps, index * STAMP_LENGTH, now));
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
