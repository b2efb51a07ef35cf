import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DBOS, type DLogger } from '@dbos-inc/dbos-sdk';
import { createRedaction, errorMessage, ToolwrightError } from '@toolwright/contract';
import { Pool } from 'pg';
import { beat, claimDead, removeWorker, setUpDatabase } from './worker-tables.js';

/** The queue from which workers take runs. */
export interface WorkerQueue {
  readonly name: string;
  /** How many runs go on at once, over all workers. Default: no limit. */
  readonly concurrency?: number | undefined;
  /** How many of them in one worker. Default: no limit. */
  readonly workerConcurrency?: number | undefined;
  /** How many runs are started in so many seconds, over all workers. */
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSec: number } | undefined;
  /** How often the queue is looked at, in milliseconds. Default: 1,000. */
  readonly pollingMs?: number | undefined;
}

/** Options of `startWorker`. */
export interface WorkerOptions {
  /** `postgres://…`; creates a missing database. */
  readonly databaseUrl: string;
  /** The same for all workers that share their runs. */
  readonly application: string;
  /** A new one for each process. Default: made from host, process and chance. */
  readonly id?: string | undefined;
  readonly queues?: readonly WorkerQueue[] | undefined;
  /** False for a process that starts runs and waits for them, but lets others do them; its agents need a queue. Default: true. */
  readonly takesRuns?: boolean | undefined;
  /** After how many milliseconds without a sign of life the runs of a worker are taken over. Default: 15,000. */
  readonly silentMs?: number | undefined;
  /** Gets errors in the background; the worker goes on. Default: prints a line on standard error. */
  readonly onError?: ((message: string) => void) | undefined;
}

/** A process that executes durable runs. */
export interface Worker {
  readonly id: string;
  /** Looks for dead workers at once, which else happens several times in `silentMs`. Gives the number of runs taken over. */
  takeOver(): Promise<number>;
  /** Starts no more runs, and waits this many milliseconds for those in progress; other workers take over the rest. Default: 10,000. */
  stop(timeoutMs?: number): Promise<void>;
}

/** The parts of a worker that durable agents use. */
export interface RunningWorker {
  readonly id: string;
  readonly pool: Pool;
}

const DEFAULT_SILENT_MS = 15_000;
const DEFAULT_STOP_MS = 10_000;
const BEATS_PER_SILENCE = 4;

let running: RunningWorker | undefined;

/** @throws ToolwrightError `USAGE` before {@link startWorker} */
export function runningWorker(): RunningWorker {
  if (running !== undefined) return running;
  throw new ToolwrightError('USAGE', 'No worker runs in this process.', {
    blame: 'developer',
    hint: 'Call startWorker() after all durable agents are defined, and before the first one is started.',
  });
}

/**
 * Makes this process a worker that runs durable agents; to work faster, start more processes. Define the agents first. A process has one
 * worker.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { databaseUrl, application, silentMs = DEFAULT_SILENT_MS, onError = warn } = options;
  const id = options.id ?? `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  if (running !== undefined) throw alreadyRunning();
  DBOS.setConfig({
    name: application,
    systemDatabaseUrl: databaseUrl,
    executorID: id,
    ...(options.takesRuns === false && { listenQueues: [] }),
    logger: quietLogger(onError),
  });
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', (error) => onError(errorMessage(error)));
  await setUpDatabase(databaseUrl, async () => {
    await beat(pool, id, application);
    running = { id, pool };
    await DBOS.launch();
  });
  for (const queue of options.queues ?? []) await registerQueue(queue);

  const takeOver = (): Promise<number> => takeOverDead(pool, id, application, silentMs);
  const live = async (): Promise<void> => {
    try {
      await beat(pool, id, application);
      await takeOver();
    } catch (error) {
      onError(errorMessage(error));
    }
  };
  let living = Promise.resolve();
  const timer = setInterval(() => {
    living = living.then(live);
  }, silentMs / BEATS_PER_SILENCE);
  return {
    id,
    takeOver,
    stop: async (timeoutMs = DEFAULT_STOP_MS) => {
      clearInterval(timer);
      await living;
      await DBOS.shutdown({ workflowCompletionTimeoutMS: timeoutMs });
      running = undefined;
      await pool.end();
    },
  };
}

async function registerQueue(queue: WorkerQueue): Promise<void> {
  const { name, concurrency, workerConcurrency, rateLimit, pollingMs } = queue;
  await DBOS.registerQueue(name, {
    onConflict: 'always_update',
    ...(concurrency !== undefined && { globalConcurrency: concurrency }),
    ...(workerConcurrency !== undefined && { workerConcurrency }),
    ...(rateLimit !== undefined && { rateLimit: { ...rateLimit } }),
    ...(pollingMs !== undefined && { minPollingIntervalMs: pollingMs }),
  });
}

/** DBOS gives the runs of a dead process back to that process only; here the others take them. */
async function takeOverDead(pool: Pool, id: string, application: string, silentMs: number): Promise<number> {
  let taken = 0;
  for (const dead of await claimDead(pool, id, application, silentMs)) {
    const left = await DBOS.listWorkflows({ status: 'PENDING', executorId: dead, loadInput: false });
    for (const { workflowID, queueName } of left) {
      await DBOS.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName });
      taken++;
    }
    await removeWorker(pool, dead);
  }
  return taken;
}

function alreadyRunning(): ToolwrightError {
  return new ToolwrightError('USAGE', 'A worker runs in this process already.', {
    blame: 'developer',
    hint: 'Start other processes for other workers.',
  });
}

/** DBOS writes to standard output otherwise, which is the program's. */
function quietLogger(onError: (message: string) => void): DLogger {
  const ignore = (): void => {};
  return { debug: ignore, info: ignore, warn: ignore, error: (entry) => onError(errorMessage(entry)) };
}

/** Errors of the database may repeat its address, with the password. */
function warn(message: string): void {
  const { redact } = createRedaction({ env: process.env });
  process.stderr.write(`worker: ${redact(message)}\n`);
}
