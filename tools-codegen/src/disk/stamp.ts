import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { Fact } from './facts.js';

/**
 * Clocks of file systems tick slowly (FAT: 2 s), so that a file can change twice within one tick. A change that is no older than this
 * may be followed by another one with the same stamp.
 */
const TICK_MS = 3000;

/** Tells versions of a file or folder apart without reading it; undefined where it changed so lately that it may change unnoticed. */
export function stampOf(stats: Stats, now: number): string | undefined {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  return Math.max(mtimeMs, ctimeMs) < now - TICK_MS ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
}

/** In place of a hash: what is there cannot be read. */
export const UNREADABLE = 'unreadable';

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}

export function factOf(hash: string, stamp: string | undefined): Fact {
  return stamp === undefined ? [hash] : [hash, stamp];
}
