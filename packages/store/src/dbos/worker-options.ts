import type { WorkerQueue } from './queues.js';

/** Options of `startWorker`. */
export interface WorkerOptions {
  /** `postgres://…`. A missing database is created. */
  readonly databaseUrl: string;
  /** The name of the application: workers with the same name share their runs. */
  readonly application: string;
  /**
   * The version of the application. Workers execute only the runs of their own version, and take over those of versions without a worker.
   * Default: `1`, regardless of the sources, so that all workers share all runs.
   */
  readonly version?: string | undefined;
  /** The id of the worker, unique per process. Default: host name, process id and a random suffix. */
  readonly id?: string | undefined;
  readonly queues?: readonly WorkerQueue[] | undefined;
  /** False for a process that starts runs and leaves their execution to other workers; its agents need a queue. Default: true. */
  readonly takesRuns?: boolean | undefined;
  /** After how many milliseconds without a heartbeat other workers take over the runs of a worker. Default: 15,000. */
  readonly silentMs?: number | undefined;
  /** How long `startWorker` waits for a server that cannot be reached, in milliseconds. Default: 30,000. */
  readonly connectMs?: number | undefined;
  /** Receives background errors, after which the worker continues. Default: prints a line to standard error. */
  readonly onError?: ((message: string) => void) | undefined;
}
