import { type BigIntStats, statSync } from 'node:fs';
import { storeCorrupt } from '../store-error.js';
import { markOf } from './position-mark.js';

/** The open files of a connection. If they are deleted or replaced, the connection would write to files that no other process can read. */
export class OpenFiles {
  readonly #files: readonly (readonly [string, string])[];

  /** @param file the database file; its write-ahead log and its mark are stored next to it */
  constructor(file: string) {
    this.#files = [file, `${file}-wal`, markOf(file)].map((path) => [path, identify(path)]);
  }

  /** @throws ToolwrightError `STORE_CORRUPT` */
  check(): void {
    for (const [path, identity] of this.#files) {
      if (identify(path) !== identity)
        throw storeCorrupt(`${path} was deleted or replaced while this process had it open.`);
    }
  }
}

function identify(path: string): string {
  // Must not open the file, because closing it would release SQLite's locks.
  const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}
