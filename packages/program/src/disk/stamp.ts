import type { Stats } from 'node:fs';
import type { DirectoryEntries } from './disk.js';
import type { Fact } from './facts.js';

/**
 * File system clocks are coarse (FAT: 2 s), so a file can change twice within one tick. If a second change follows within this time, the
 * stamp may stay the same.
 */
const TICK_MS = 3000;

/** Whether the last change was long enough ago that another change would result in a different stamp. */
function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < now - TICK_MS;
}

/** Identifies a version of a file or folder without reading it. Undefined if it may still change without a new stamp. */
export function stampOf(stats: Stats, now: number): string | undefined {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  return isSettled(stats, now) ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
}

/** A stamp as numbers, which can be compared without creating a string: inode, size, modification time and status change time. */
export type StampNumbers = readonly number[];

export const STAMP_LENGTH = 4;

/** Returns the numbers of a stamp from {@link stampOf}. Without a stamp, these are zeros, which no file has. */
export function numbersIn(stamp: string | undefined): StampNumbers {
  return stamp === undefined ? NO_STAMP : stamp.split(' ').map(Number);
}

const NO_STAMP: StampNumbers = Array.from({ length: STAMP_LENGTH }, () => 0);

/** Returns the stamp that starts at an index of the numbers; undefined for zeros. */
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

/** Replaces the hash of unreadable content. */
export const UNREADABLE = 'unreadable';

/** Loads `node:crypto` lazily, because an unchanged run needs no hash. */
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
