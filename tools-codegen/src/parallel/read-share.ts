import { packOrigins } from '../cache/pack-project.js';
import type { ParsedLib } from '../compiler/compiler-host.js';
import type { GenerateOptions } from '../generate-options.js';
import { projectDisk } from '../incremental/run-project.js';
import { readProject } from '../reading/read-project.js';
import type { SiteReading, Sites } from '../reading/read-sites.js';
import type { WorkerResult } from './worker-task.js';

/**
 * Reads the claimed sites of a project.
 * @returns undefined if what was read depends on the other sites, or if there are no sites.
 */
export function readShare(
  options: GenerateOptions,
  claim: (count: number) => Iterable<number>,
  parsedLib: ParsedLib = new Map(),
): WorkerResult | undefined {
  const disk = projectDisk(options);
  let read: Omit<WorkerResult, 'facts'> | undefined;
  readProject(options, {
    disk,
    parsedLib,
    help: {
      begin: () => {},
      readSites: (sites) => {
        read = readClaimed(sites, claim(sites.count));
        // The rest of the project is of no interest.
        return { readings: [], stable: true };
      },
    },
  });
  return read && { ...read, facts: disk.facts() };
}

function readClaimed(
  { count, createReader, origins }: Sites,
  claimed: Iterable<number>,
): Omit<WorkerResult, 'facts'> | undefined {
  const reader = createReader();
  const readings: (readonly [number, SiteReading])[] = [];
  for (const index of claimed) readings.push([index, reader.read(index)]);
  if (!reader.isStable()) return undefined;
  const read = readings.map(([, reading]) => reading);
  return { count, readings, origins: packOrigins(read, origins) };
}
