import type { MessagePort } from 'node:worker_threads';
import type { Facts } from '../disk/facts.js';
import type { SchemaWithOrigin } from '../emit/schema-origins.js';
import type { GenerateOptions } from '../generate-options.js';
import type { SiteReading } from '../reading/read-sites.js';

/** What a worker is given when it starts. */
export interface WorkerTask {
  readonly options: Omit<GenerateOptions, 'stopwatch'>;
  /** Of the claims of both threads. */
  readonly memory: SharedArrayBuffer;
  /** Where the result goes. */
  readonly port: MessagePort;
}

/** What a worker has read. Plain data. */
export interface WorkerResult {
  /** The number of sites of its whole program. */
  readonly count: number;
  /** Those that it read. */
  readonly readings: readonly (readonly [index: number, reading: SiteReading])[];
  /** The origins of their schemas. */
  readonly origins: readonly SchemaWithOrigin[];
  /** The observed state of the disk. */
  readonly facts: Facts;
}
