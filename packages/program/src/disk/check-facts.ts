import type { Disk } from './disk.js';
import type { Fact, Facts } from './facts.js';
import { findPlainFile } from './plain-file.js';
import { findStats, realDisk } from './real-disk.js';
import { factOf, hashEntries, hashOf, stampOf, UNREADABLE } from './stamp.js';

/** The differences between the disk and the facts of a run. */
export interface FactCheck {
  readonly changed: readonly string[];
  /** Whether a path was added or removed, or now has a different target. */
  readonly moved: boolean;
  /** The facts with newer stamps, so that the next check need not read contents again; undefined if there are no newer stamps. */
  readonly renewed: Facts | undefined;
}

/** Checks whether the facts of a run still hold. Reads contents only if stamps are inconclusive. */
export function checkFacts(facts: Facts, disk: Disk): FactCheck {
  const now = Date.now();
  const files = compare(facts.files, hashFile, now);
  const listings = compare(facts.listings, (dir) => listFolder(dir, disk), now);
  const moved =
    files.gone ||
    listings.different.length > 0 ||
    facts.present.some((file) => !disk.fileExists(file)) ||
    facts.missing.some((file) => disk.fileExists(file)) ||
    Object.entries(facts.folders).some(([dir, there]) => disk.directoryExists(dir) !== there) ||
    Object.entries(facts.links).some(([path, target]) => disk.realpath(path) !== target);
  const renewed = files.renewed || listings.renewed;
  return {
    changed: files.different,
    moved,
    renewed: renewed ? { ...facts, files: files.facts, listings: listings.facts } : undefined,
  };
}

interface Comparison {
  readonly different: readonly string[];
  /** Whether one of the changed paths no longer exists. */
  readonly gone: boolean;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly renewed: boolean;
}

function compare(
  known: Readonly<Record<string, Fact>>,
  look: (path: string) => Version | undefined,
  now: number,
): Comparison {
  const different: string[] = [];
  const facts: Record<string, Fact> = {};
  let gone = false;
  let renewed = false;
  for (const [path, fact] of Object.entries(known)) {
    const stats = findStats(path);
    const stamp = stats && stampOf(stats, now);
    facts[path] = fact;
    if (stamp !== undefined && stamp === fact[1]) continue;
    const version = look(path);
    if (version === undefined) gone = true;
    if (version?.hash !== fact[0]) different.push(path);
    else if (stamp !== undefined && version.stampTells) {
      facts[path] = factOf(version.hash, stamp);
      renewed = true;
    }
  }
  return { different, gone, facts, renewed };
}

/** The current content of a path. */
interface Version {
  readonly hash: string;
  /** Whether every change to the content also changes the stamp. */
  readonly stampTells: boolean;
}

function hashFile(file: string): Version | undefined {
  const bytes = findPlainFile(file)?.bytes;
  if (bytes !== undefined) return { hash: hashOf(bytes), stampTells: true };
  return realDisk.fileExists(file) ? HIDDEN : undefined;
}

function listFolder(dir: string, disk: Disk): Version {
  try {
    const entries = disk.entries(dir);
    return { hash: hashEntries(entries), stampTells: !entries.linked };
  } catch {
    // The next run reports the error.
    return HIDDEN;
  }
}

/** Unreadable content. The stamp of a link does not show when its target becomes readable again. */
const HIDDEN: Version = { hash: UNREADABLE, stampTells: false };
