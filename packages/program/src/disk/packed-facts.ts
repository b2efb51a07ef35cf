import type { Disk } from './disk.js';
import type { Fact, Facts } from './facts.js';
import { entriesHold, packEntries, type QuickEntries, unpackEntries } from './quick-entries.js';
import { findStats } from './real-disk.js';
import { hashEntries, hasStamp, numbersIn, STAMP_LENGTH, type StampNumbers, stampIn } from './stamp.js';

/** Facts in a form that can be loaded and checked quickly, for runs without changes. */
export interface PackedFacts extends Pick<Facts, 'links'> {
  readonly files: Stamped;
  readonly listings: Stamped;
  /** The hashes of folders that contain symbolic links, whose targets can change without changing the folder. */
  readonly linked: Readonly<Record<string, string>>;
  /** The files and folders that were found or not found. */
  readonly entries: readonly QuickEntries[];
}

/** The hashes of files and folders, in the order of their paths. Needed only for a check by content. */
export interface FactHashes {
  readonly files: readonly string[];
  readonly listings: readonly string[];
}

interface Stamped {
  readonly paths: Paths;
  /** The stamps of all paths, one after another; zeros for paths without a conclusive stamp. */
  readonly stamps: StampNumbers;
}

/** Paths joined into one string, which loads faster than a list. */
type Paths = string;
const BETWEEN_PATHS = '\0';

export function packFacts(facts: Facts): { readonly packed: PackedFacts; readonly hashes: FactHashes } {
  const files = Object.entries(facts.files);
  const isStamped = ([, [, stamp]]: readonly [string, Fact]): boolean => stamp !== undefined;
  const listings = Object.entries(facts.listings);
  const stamped = listings.filter(isStamped);
  const linked = listings.filter((listing) => !isStamped(listing));
  return {
    packed: {
      files: packStamped(files),
      listings: packStamped(stamped),
      linked: Object.fromEntries(linked.map(([dir, [hash]]) => [dir, hash])),
      entries: packEntries(facts),
      links: facts.links,
    },
    hashes: { files: hashesOf(files), listings: hashesOf(stamped) },
  };
}

/** Reverses {@link packFacts}. */
export function unpackFacts(
  { files, listings, linked, entries, links }: PackedFacts,
  hashes: FactHashes,
): Facts {
  const unstamped = Object.entries(linked).map(([dir, hash]): [string, Fact] => [dir, [hash]]);
  return {
    files: unpackStamped(files, hashes.files),
    listings: { ...unpackStamped(listings, hashes.listings), ...Object.fromEntries(unstamped) },
    ...unpackEntries(entries),
    links,
  };
}

function packStamped(facts: readonly (readonly [path: string, fact: Fact])[]): Stamped {
  return {
    paths: facts.map(([path]) => path).join(BETWEEN_PATHS),
    stamps: facts.flatMap(([, [, stamp]]) => numbersIn(stamp)),
  };
}

function unpackStamped({ paths, stamps }: Stamped, hashes: readonly string[]): Record<string, Fact> {
  const facts = pathsIn(paths).map((path, index): [string, Fact] => {
    const hash = hashes[index] ?? '';
    const stamp = stampIn(stamps, index * STAMP_LENGTH);
    return [path, stamp === undefined ? [hash] : [hash, stamp]];
  });
  return Object.fromEntries(facts);
}

function hashesOf(facts: readonly (readonly [path: string, fact: Fact])[]): string[] {
  return facts.map(([, [hash]]) => hash);
}

/** Whether the facts certainly hold. If not, {@link checkFacts} finds the changes, if there are any. */
export function certainlyHold(facts: PackedFacts, disk: Disk): boolean {
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
    // The next run reports the error.
    return false;
  }
}

/** Splits paths that {@link packFacts} has joined. */
export function pathsIn(paths: Paths): string[] {
  return paths === '' ? [] : paths.split(BETWEEN_PATHS);
}
