import { decodeText } from './decode-text.js';
import type { DirectoryEntries, Disk } from './disk.js';
import type { Fact, Facts } from './facts.js';
import { findStats, readSource } from './real-disk.js';
import { factOf, hashEntries, hashOf, stampOf, UNREADABLE } from './stamp.js';

/** A disk that records every query and its result. Repeated queries get the same result. */
export interface TrackedDisk extends Disk {
  facts(): Facts;
  /** Creates another tracked disk with the same results, except for the files whose content has changed. */
  after(changed: readonly string[]): TrackedDisk;
}

interface Answers {
  readonly texts: Map<string, { readonly text: string; readonly fact: Fact } | undefined>;
  readonly exists: Map<string, boolean>;
  readonly folders: Map<string, boolean>;
  readonly listings: Map<string, { readonly entries: DirectoryEntries; readonly fact: Fact }>;
  readonly links: Map<string, string>;
}

/** @param disk The underlying disk, which decides which files exist. Their content is read from the real disk. */
export function createTrackedDisk(disk: Disk): TrackedDisk {
  const [texts, exists, folders, listings, links] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  return trackedDisk(disk, { texts, exists, folders, listings, links });
}

function trackedDisk(disk: Disk, answers: Answers): TrackedDisk {
  const { texts, exists, folders, listings, links } = answers;
  /** Paths that could not be read. Another run may be able to read them. */
  const hidden = { files: new Set<string>(), listings: new Set<string>() };
  return {
    fileExists: (file) => once(exists, file, () => texts.get(file) !== undefined || disk.fileExists(file)),
    readFile: (file) =>
      once(texts, file, () =>
        disk.fileExists(file) ? noting(hidden.files, file, () => readTracked(file)) : undefined,
      )?.text,
    directoryExists: (dir) => once(folders, dir, () => disk.directoryExists(dir)),
    entries: (dir) =>
      once(listings, dir, () => noting(hidden.listings, dir, () => listTracked(dir, disk))).entries,
    realpath: (path) => once(links, path, () => disk.realpath(path)),
    facts: () => {
      const read = [...texts].flatMap(([file, found]) =>
        found === undefined ? [] : [[file, found.fact] as const],
      );
      const unread = [...texts].filter(([, found]) => found === undefined);
      const asked = [...exists].filter(([file]) => !texts.has(file));
      return {
        files: { ...Object.fromEntries(read), ...factsOf(hidden.files) },
        listings: {
          ...Object.fromEntries([...listings].map(([dir, { fact }]) => [dir, fact])),
          ...factsOf(hidden.listings),
        },
        present: asked.flatMap(([file, found]) => (found ? [file] : [])),
        missing: [...unread, ...asked.filter(([, found]) => !found)].map(([file]) => file),
        folders: Object.fromEntries(folders),
        links: Object.fromEntries(links),
      };
    },
    after: (changed) => {
      const known = new Map(texts);
      for (const file of changed) known.delete(file);
      return trackedDisk(disk, {
        texts: known,
        exists: new Map(exists),
        folders: new Map(folders),
        listings: new Map(listings),
        links: new Map(links),
      });
    },
  };
}

/** Runs the work, and records the path if it fails. */
function noting<Result>(failed: Set<string>, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    failed.add(path);
    throw error;
  }
}

function factsOf(hidden: ReadonlySet<string>): Record<string, Fact> {
  return Object.fromEntries([...hidden].map((path) => [path, factOf(UNREADABLE, undefined)]));
}

function readTracked(file: string): { text: string; fact: Fact } | undefined {
  const found = readSource(file);
  if (found === undefined) return undefined;
  const { bytes, stats } = found;
  return { text: decodeText(bytes), fact: factOf(hashOf(bytes), stampOf(stats, Date.now())) };
}

function listTracked(dir: string, disk: Disk): { entries: DirectoryEntries; fact: Fact } {
  const stats = findStats(dir);
  const entries = disk.entries(dir);
  const stamp = stats && !entries.linked ? stampOf(stats, Date.now()) : undefined;
  return { entries, fact: factOf(hashEntries(entries), stamp) };
}

function once<T>(known: Map<string, T>, key: string, answer: () => T): T {
  const value = known.get(key);
  if (value !== undefined || known.has(key)) return value as T; // `has` proves that `undefined` was stored
  const found = answer();
  known.set(key, found);
  return found;
}
