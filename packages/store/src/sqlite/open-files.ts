import { type BigIntStats, statSync } from 'node:fs';
import { storeCorrupt } from '../store-error.js';
import { markOf } from './position-mark.js';

/** The files that a connection has open, which others may delete or replace: it would go on writing where nobody reads. */
export class OpenFiles {
  readonly #files: readonly (readonly [string, string])[];

  /** @param file with its write-ahead log and its mark beside it */
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
  // Asks for facts only: to open the file and close it would release the locks of SQLite.
  const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}
