import {
  checkFacts,
  type Disk,
  type Facts,
  findStats,
  type TrackedDisk,
  withoutDependencies,
  withoutOwnFiles,
} from '@toolwright/program';
import type { GenerateOptions } from '../generate-options.js';
import { type ProjectRun, projectDisk, type RunOptions, runProject } from './run-project.js';

/** A project that changes all the time is read this often at most. The next run reads the rest. */
const MAX_RUNS = 3;

/**
 * Reads a project like {@link runProject}, and again if it changes meanwhile: the first result may mix files from before and after the
 * change, and a run that started later may already have written a newer one.
 */
export function runSettled(
  options: GenerateOptions,
  { earlier, ...shared }: Omit<RunOptions, 'disk' | 'modules'>,
  openDisk: () => TrackedDisk = () => projectDisk(options),
): ProjectRun {
  const view = withoutOwnFiles(options);
  let since = earlier;
  for (let runs = 1; ; runs += 1) {
    const begun = Date.now();
    const disk = openDisk();
    let run: ProjectRun | undefined;
    let failure: unknown;
    try {
      run = runProject(options, { ...shared, disk, earlier: since });
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

/** File systems record times up to a tick of the system's clock too early. */
const TICK_MS = 20;

/** Whether a file or folder of the project came, went or was changed since a time. Reads only times, which takes microseconds for each. */
function mayHaveChanged({ files, listings, missing }: Facts, since: number, disk: Disk): boolean {
  const read = withoutDependencies([...Object.keys(files), ...Object.keys(listings)]).map(findStats);
  return (
    read.some((stats) => stats === undefined || Math.max(stats.mtimeMs, stats.ctimeMs) >= since - TICK_MS) ||
    withoutDependencies(missing).some((file) => disk.fileExists(file))
  );
}
