import { statSync } from 'node:fs';

/**
 * The databases that this process has open. Whoever closes a descriptor of a file drops every lock that his process has
 * on it, SQLite's as well, and other processes then take its log for abandoned:
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * So a file that is open here must not be read past SQLite.
 */
const openFiles = new Map<string, number>();
let lastTurn: Promise<unknown> = Promise.resolve();

/** One after another, so that no file is looked at while it is being opened. */
export function inTurn<T>(open: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(open);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

export function isOpenHere(file: string): boolean {
  const key = keyOf(file);
  return key !== undefined && openFiles.has(key);
}

/** @returns What to call once when the file is closed. */
export function noteOpen(file: string): () => void {
  const key = keyOf(file);
  if (key === undefined) return () => undefined;
  openFiles.set(key, (openFiles.get(key) ?? 0) + 1);
  return () => {
    const left = (openFiles.get(key) ?? 1) - 1;
    if (left > 0) openFiles.set(key, left);
    else openFiles.delete(key);
  };
}

function keyOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
