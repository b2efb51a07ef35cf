import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DBOS, type DLogger } from '@dbos-inc/dbos-sdk';
import { errorMessage } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { checkWorkerOptions } from './check-worker-options.js';
import { Database, PATIENCE_MS, whileUnreachable } from './database.js';
import { setUpDatabase } from './database-setup.js';
import { checkQueues, definedContracts, definedWorkflows } from './defined-agents.js';
import { wakeDecided } from './durable-run.js';
import { type FindRuns, findRuns, type RunQuery } from './find-runs.js';
import { LostRuns } from './lost-runs.js';
import { knownQueues, registerQueue } from './queues.js';
import { deleteEndedRuns, deleteOldStarts } from './retention.js';
import { setRunningWorker } from './running-worker.js';
import { retryStale } from './stale-runs.js';
import { listVersions, qualifiedVersion, takeOverRuns, type VersionState } from './take-over.js';
import type { WorkerOptions } from './worker-options.js';
import { beat, removeWorkerWithoutRuns, type WorkerRow } from './worker-tables.js';

/** A process that executes durable runs. */
export interface Worker {
  readonly id: string;
  /** Takes over runs immediately, instead of several times per `silentMs`. Returns the number of runs. */
  takeOver(): Promise<number>;
  /** Returns the number of open runs and of workers for each version. */
  versions(): Promise<readonly VersionState[]>;
  /** Lists the waiting or stale runs of all agents of the application, page by page. */
  readonly find: FindRuns;
  /** Deletes the application's runs that finished before a point in time, with all their records. Returns their number. */
  deleteRuns(options: { readonly endedBefore: Date }): Promise<number>;
  /** Stops taking runs and waits up to `timeoutMs` for runs in progress; other workers take over the rest. Default: 10,000. */
  stop(timeoutMs?: number): Promise<void>;
}

const DEFAULT_SILENT_MS = 15_000;
const DEFAULT_VERSION = '1';
const DEFAULT_STOP_MS = 10_000;
const BEATS_PER_SILENCE = 4;
const ROUNDS_PER_CLEANING = 100;

/**
 * Makes this process a worker that executes the runs of durable agents. Define the agents first. A process has only one worker; start more
 * processes for higher throughput.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  checkWorkerOptions(options);
  const { databaseUrl, application, silentMs = DEFAULT_SILENT_MS, onError = warn } = options;
  const id = options.id ?? `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const takesRuns = options.takesRuns !== false;
  const version = qualifiedVersion(application, options.version ?? DEFAULT_VERSION);
  const row: WorkerRow = { id, application, version, workflows: definedWorkflows(), takesRuns };
  const beatMs = silentMs / BEATS_PER_SILENCE;
  const database = new Database(databaseUrl, { id, onError, maxWaitMs: beatMs });
  setRunningWorker({ id, application, version, database, outside: AsyncLocalStorage.snapshot() });
  try {
    DBOS.setConfig({
      name: application,
      applicationVersion: version,
      systemDatabaseUrl: databaseUrl,
      systemDatabasePool: database.dbosPool,
      executorID: id,
      ...(!takesRuns && { listenQueues: [] }),
      logger: quietLogger(onError),
    });
    const launch = async (): Promise<void> => {
      await beat(database, row);
      await DBOS.launch();
    };
    const patience = { patienceMs: options.connectMs ?? PATIENCE_MS };
    await whileUnreachable(() => setUpDatabase(databaseUrl, launch), databaseUrl, patience);
    for (const queue of options.queues ?? [])
      await whileUnreachable(() => registerQueue(queue), databaseUrl, patience);
    checkQueues(await knownQueues());
  } catch (error) {
    await giveUp(database);
    throw error;
  }

  let othersAreKnown = 0;
  let beatAt = performance.now();
  const takeOver = async (): Promise<number> => {
    const taken = await takeOverRuns(database, row, {
      silentMs,
      claims: performance.now() >= othersAreKnown && performance.now() - beatAt < silentMs,
    });
    return takesRuns ? taken + (await retryStale(database, row, definedContracts())) : taken;
  };
  const live = async (): Promise<void> => {
    const silence = await beat(database, row);
    // A database outage also silences other workers, so they get time to send heartbeats again.
    beatAt = performance.now();
    if (silence >= silentMs) othersAreKnown = beatAt + silentMs;
  };
  const lostRuns = new LostRuns();
  let rounds = 0;
  const care = async (): Promise<void> => {
    await takeOver();
    await lostRuns.resume(database, row);
    await wakeDecided(database, application);
    if (rounds++ % ROUNDS_PER_CLEANING === 0) await deleteOldStarts(database);
  };
  // Taking over many runs takes longer than a silence, so the heartbeats do not wait for it.
  const repeated = [live, care].map((work) =>
    repeat(() => work().catch((error: unknown) => onError(errorMessage(error))), beatMs),
  );
  return {
    id,
    takeOver,
    versions: () => listVersions(database, application, silentMs),
    find: ((query: RunQuery) => findRuns(query)) as FindRuns, // the overloads depend on the state
    deleteRuns: async (options) => deleteEndedRuns(database, application, options?.endedBefore),
    stop: async (timeoutMs = DEFAULT_STOP_MS) => {
      await Promise.all(repeated.map((one) => one.stop()));
      await DBOS.shutdown({ workflowCompletionTimeoutMS: timeoutMs });
      await removeWorkerWithoutRuns(database, id);
      setRunningWorker(undefined);
      await database.close();
    },
  };
}

/** Repeats an action at an interval. Calls never overlap, even if one takes longer than the interval. */
function repeat(work: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(work);
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

/** Cleans up after a failed start, so that another attempt is possible in this process. */
async function giveUp(database: Database): Promise<void> {
  await DBOS.shutdown().catch(() => {
    // DBOS was not launched, or its connections are broken; the start error explains why.
  });
  setRunningWorker(undefined);
  await database.close();
}

/** Creates a logger for DBOS, which would otherwise log to standard output. */
function quietLogger(onError: (message: string) => void): DLogger {
  const ignore = (): void => {};
  return { debug: ignore, info: ignore, warn: ignore, error: (entry) => onError(errorMessage(entry)) };
}

/** Prints a message. Redacts it, because database errors can contain the URL with the password. */
function warn(message: string): void {
  const { redact } = createRedaction({ env: process.env });
  process.stderr.write(`worker: ${redact(message)}\n`);
}
