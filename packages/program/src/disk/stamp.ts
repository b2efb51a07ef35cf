import type { Stats } from 'node:fs';
import type { DirectoryEntries } from './disk.js';
import type { Fact } from './facts.js';

/**
 * File system clocks are coarse (FAT: 2 s), so a file can change twice within one tick. Within this time after a change, a second change
 * may leave the same stamp.
 */
const TICK_MS = 3000;

/** Whether the last change is so long ago that another one would give another stamp. */
function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < now - TICK_MS;
}

/** Identifies a version of a file or folder without reading it; undefined if the version is not yet settled. */
export function stampOf(stats: Stats, now: number): string | undefined {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  return isSettled(stats, now) ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
}

/** A stamp as numbers, which are compared without making a text: inode, size, time of modification and time of status change. */
export type StampNumbers = readonly number[];

/** How many numbers a stamp has. */
export const STAMP_LENGTH = 4;

/** The numbers of what {@link stampOf} returned. */
export function numbersIn(stamp: string): StampNumbers {
  return stamp.split(' ').map(Number);
}

/** Whether a file or folder has the stamp that starts at an index of the numbers. */
export function hasStamp(stats: Stats | undefined, stamps: StampNumbers, at: number, now: number): boolean {
  return (
    stats !== undefined &&
    isSettled(stats, now) &&
    stats.ino === stamps[at] &&
    stats.size === stamps[at + 1] &&
    stats.mtimeMs === stamps[at + 2] &&
    stats.ctimeMs === stamps[at + 3]
  );
}

/** Stands in for the hash of unreadable content. */
export const UNREADABLE = 'unreadable';

/** Loads `node:crypto` only when it is called: an unchanged run needs no hash. */
export function hashOf(content: string | Uint8Array): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(content).digest('base64url');
}

/** Hashes the entries of a folder. No name contains a NUL or is a slash. */
export function hashEntries({ files, directories }: DirectoryEntries): string {
  return hashOf([...files, '/', ...directories].join('\0'));
}

export function factOf(hash: string, stamp: string | undefined): Fact {
  return stamp === undefined ? [hash] : [hash, stamp];
}
