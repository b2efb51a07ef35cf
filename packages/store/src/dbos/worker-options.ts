import type { WorkerQueue } from './queues.js';

/** Options of `startWorker`. */
export interface WorkerOptions {
  /** `postgres://…`; creates a missing database. */
  readonly databaseUrl: string;
  /** The same for all workers that share their runs. */
  readonly application: string;
  /**
   * The version of the application. Workers keep to the runs of their version; those of a version without a worker are taken over. Default:
   * `1`, whatever the sources are, so that all workers share all runs.
   */
  readonly version?: string | undefined;
  /** A new one for each process. Default: made from host, process and chance. */
  readonly id?: string | undefined;
  readonly queues?: readonly WorkerQueue[] | undefined;
  /** False for a process that starts runs and waits for them, but lets others do them; its agents need a queue. Default: true. */
  readonly takesRuns?: boolean | undefined;
  /** After how many milliseconds without a sign of life the runs of a worker are taken over. Default: 15,000. */
  readonly silentMs?: number | undefined;
  /** How many milliseconds the start waits for a server that cannot be reached. Default: 30,000. */
  readonly connectMs?: number | undefined;
  /** Gets errors in the background; the worker goes on. Default: prints a line on standard error. */
  readonly onError?: ((message: string) => void) | undefined;
}
