import {
  checkFacts,
  type Disk,
  type Facts,
  findStats,
  type TrackedDisk,
  withoutDependencies,
  withoutOwnFiles,
} from '@toolwright/program';
import type { RunOptions } from '../generate-options.js';
import { projectDisk, type UpdatedProject, type UpdateOptions, updateProject } from './update-project.js';

/** Maximum number of readings of a project that keeps changing. The next run reads the remaining changes. */
const MAX_RUNS = 3;

/**
 * Reads a project like {@link updateProject}, and reads it again if it changes meanwhile: the first result may mix files from before and
 * after the change, and a run that started later may already have written a newer result.
 */
export function updateSettled(
  options: RunOptions,
  { earlier, ...shared }: Omit<UpdateOptions, 'disk' | 'modules'>,
  openDisk: () => TrackedDisk = () => projectDisk(options),
): UpdatedProject {
  const view = withoutOwnFiles(options);
  let since = earlier;
  for (let runs = 1; ; runs += 1) {
    const begun = Date.now();
    const disk = openDisk();
    let run: UpdatedProject | undefined;
    let failure: unknown;
    try {
      run = updateProject(options, { ...shared, disk, earlier: since });
    } catch (error) {
      failure = error;
    }
    const facts = run?.facts ?? disk.facts();
    const check = runs < MAX_RUNS && mayHaveChanged(facts, begun, view) ? checkFacts(facts, view) : undefined;
    if (check === undefined || (!check.moved && check.changed.length === 0)) {
      if (run === undefined) throw failure;
      return run;
    }
    since = run?.state && !check.moved ? { state: run.state, changed: check.changed } : undefined;
  }
}

/** File systems may record times up to one tick of the system clock too early. */
const TICK_MS = 20;

/**
 * Whether a file or folder of the project was added, removed or changed since a time. Reads only timestamps, which takes microseconds per
 * file.
 */
function mayHaveChanged({ files, listings, missing }: Facts, since: number, disk: Disk): boolean {
  const read = withoutDependencies([...Object.keys(files), ...Object.keys(listings)]).map(findStats);
  return (
    read.some((stats) => stats === undefined || Math.max(stats.mtimeMs, stats.ctimeMs) >= since - TICK_MS) ||
    withoutDependencies(missing).some((file) => disk.fileExists(file))
  );
}
