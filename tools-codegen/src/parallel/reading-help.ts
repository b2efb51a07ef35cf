import { agree, type Facts, joinFacts } from '../disk/facts.js';
import type { TrackedDisk } from '../disk/tracked-disk.js';
import type { ReadingHelp } from '../reading/read-project.js';
import { readSites } from '../reading/read-sites.js';
import { type Coworker, readTogether } from './read-together.js';

/** Help for one reading of a whole project. */
export interface StartedHelp extends ReadingHelp {
  /** What this thread observed on the disk, and the worker if its result counts. */
  facts(): Facts;
  /** Call it after the reading, also after an error. */
  end(): void;
}

/** A worker that has started. */
export interface StartedWorker extends Coworker {
  end(): void;
}

/**
 * Starts a worker where it saves time; else returns undefined.
 * @param files The root files of the program.
 */
export type StartWorker = (files: readonly string[], disk: TrackedDisk) => StartedWorker | undefined;

/** Lets a worker read a part of a project. */
export function createReadingHelp(disk: TrackedDisk, start: StartWorker): StartedHelp {
  let worker: StartedWorker | undefined;
  let seen: Facts | undefined;
  const checked = ({ claim, result }: Coworker): Coworker => ({
    claim,
    result: () => {
      const read = result();
      // A file that changed in between would mix two versions of the project.
      if (read === undefined || !agree(read.facts, disk.facts())) return undefined;
      seen = read.facts;
      return read;
    },
  });
  return {
    begin: (files) => {
      worker ??= start(files, disk);
    },
    readSites: (sites) => (worker === undefined ? readSites : readTogether(checked(worker)))(sites),
    facts: () => (seen === undefined ? disk.facts() : joinFacts(seen, disk.facts())),
    end: () => worker?.end(),
  };
}
