import type { Stats } from 'node:fs';
import type { DirectoryEntries } from './disk.js';
import type { Fact } from './facts.js';

/**
 * File system clocks are coarse (FAT: 2 s), so a file can change twice within one tick. Within this time after a change, a second change
 * may leave the same stamp.
 */
const TICK_MS = 3000;

/** Whether the last change was long enough ago that another one would change the stamp. */
function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < now - TICK_MS;
}

/** Identifies a version of a file or folder without reading it; undefined if the version is not yet settled. */
export function stampOf(stats: Stats, now: number): string | undefined {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  return isSettled(stats, now) ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
}

/** A stamp as numbers, which can be compared without creating a string: inode, size, time of modification and time of status change. */
export type StampNumbers = readonly number[];

export const STAMP_LENGTH = 4;

/** The numbers of a stamp from {@link stampOf}; zeros, which no file has, without a stamp. */
export function numbersIn(stamp: string | undefined): StampNumbers {
  return stamp === undefined ? NO_STAMP : stamp.split(' ').map(Number);
}

const NO_STAMP: StampNumbers = Array.from({ length: STAMP_LENGTH }, () => 0);

/** The stamp that starts at an index of the numbers; undefined for zeros. */
export function stampIn(stamps: StampNumbers, at: number): string | undefined {
  const stamp = stamps.slice(at, at + STAMP_LENGTH);
  return stamp.some((number) => number !== 0) ? stamp.join(' ') : undefined;
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

/** Used instead of the hash for unreadable content. */
export const UNREADABLE = 'unreadable';

/** Loads `node:crypto` only on a call: an unchanged run needs no hash. */
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
