import { type ReadSites, readSites, type Sites, type SitesRead } from '../reading/read-sites.js';
import type { WorkerResult } from './worker-task.js';

/** A worker that reads some of the sites. */
export interface Coworker {
  /** The sites that this thread is to read, ascending. The worker reads the others. */
  claim(count: number): Iterable<number>;
  /** Waits for the others; undefined if the worker failed. */
  result(): WorkerResult | undefined;
}

/** Reads sites together with a worker, or alone if the worker fails. The result is the same. */
export function readTogether(coworker: Coworker): ReadSites {
  return (sites) => readBoth(sites, coworker) ?? readSites(sites);
}

/** Returns undefined if the result might differ from what one thread finds. */
function readBoth({ count, createReader, origins }: Sites, coworker: Coworker): SitesRead | undefined {
  const reader = createReader();
  const found = new Map<number, SitesRead['readings'][number]>();
  try {
    for (const index of coworker.claim(count)) found.set(index, reader.read(index));
  } catch {
    // To report is the error of the first site that has one, which may be a site of the worker.
    return undefined;
  }
  if (!reader.isStable()) return undefined;
  if (found.size < count) {
    const others = coworker.result();
    if (others?.count !== count) return undefined;
    for (const [index, reading] of others.readings) found.set(index, reading);
    origins.adopt(others.origins);
  }
  const readings = Array.from({ length: count }, (_, index) => found.get(index));
  return readings.every((reading) => reading !== undefined) ? { readings, stable: true } : undefined;
}
