import { DBOS } from '@dbos-inc/dbos-sdk';

/** A queue from which workers take runs. */
export interface WorkerQueue {
  readonly name: string;
  /** The maximum number of runs of the queue that execute concurrently, across all workers. Default: no limit. */
  readonly concurrency?: number | undefined;
  /** The maximum number of runs of the queue that execute concurrently in one worker. Default: no limit. */
  readonly workerConcurrency?: number | undefined;
  /** The maximum number of runs that start within a period, across all workers. */
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSec: number } | undefined;
  /** The polling interval in milliseconds. Default: 1,000. */
  readonly pollingMs?: number | undefined;
}

export async function registerQueue(queue: WorkerQueue): Promise<void> {
  const { name, concurrency, workerConcurrency, rateLimit, pollingMs } = queue;
  await DBOS.registerQueue(name, {
    onConflict: 'always_update',
    ...(concurrency !== undefined && { globalConcurrency: concurrency }),
    ...(workerConcurrency !== undefined && { workerConcurrency }),
    ...(rateLimit !== undefined && { rateLimit: { ...rateLimit } }),
    ...(pollingMs !== undefined && { minPollingIntervalMs: pollingMs }),
  });
}

/** Returns the names of all queues of the application, including those that other processes defined. */
export async function knownQueues(): Promise<string[]> {
  return (await DBOS.listQueues()).map(({ name }) => name).sort();
}
