import { statSync } from 'node:fs';

/**
 * The databases that this process has opened. Whoever closes a descriptor of a file drops every lock that his process has
 * on it, SQLite's as well, and other processes then take its log for abandoned:
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * So a file that is open here must not be read past SQLite. Nobody can say when it no longer is: the driver lets go of a closed file
 * when its statements are collected as garbage, and until then SQLite counts on its locks for those that open the file anew.
 */
const openedFiles = new Set<string>();
let lastTurn: Promise<unknown> = Promise.resolve();

/** One after another, so that no file is looked at while it is being opened. */
export function inTurn<T>(open: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(open);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** Whether the file has been opened here, or another one in whose place it is. */
export function mayBeOpenHere(file: string): boolean {
  const key = keyOf(file);
  return key !== undefined && openedFiles.has(key);
}

export function noteOpened(file: string): void {
  const key = keyOf(file);
  if (key !== undefined) openedFiles.add(key);
}

function keyOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
