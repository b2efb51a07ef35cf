import type { WorkerQueue } from './queues.js';

/** Options of `startWorker`. */
export interface WorkerOptions {
  /** The URL of the database, `postgres://…`. A missing database is created. */
  readonly databaseUrl: string;
  /** The name of the application. Workers with the same name share their runs. */
  readonly application: string;
  /**
   * The version of the application. Workers run only their own version, except that they take over runs whose version has no worker.
   * Default: `1`, even if the sources change, so that all workers share all runs.
   */
  readonly version?: string | undefined;
  /** The id of the worker, unique per process. Default: host name, process id and a random suffix. */
  readonly id?: string | undefined;
  readonly queues?: readonly WorkerQueue[] | undefined;
  /** False for a process that only starts runs and leaves their execution to other workers; its agents need a queue. Default: true. */
  readonly takesRuns?: boolean | undefined;
  /** The time without a heartbeat after which other workers take over a worker's runs, in milliseconds. Default: 15,000. */
  readonly silentMs?: number | undefined;
  /** How long `startWorker` retries while the server cannot be reached, in milliseconds. Default: 30,000. */
  readonly connectMs?: number | undefined;
  /** Receives background errors; the worker continues after them. Default: prints a line to standard error. */
  readonly onError?: ((message: string) => void) | undefined;
}
