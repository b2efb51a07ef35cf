import { DBOS } from '@dbos-inc/dbos-sdk';

/** A queue from which workers take runs. */
export interface WorkerQueue {
  readonly name: string;
  /** How many runs of the queue may execute at once, over all workers. Default: no limit. */
  readonly concurrency?: number | undefined;
  /** How many runs of the queue may execute at once in one worker. Default: no limit. */
  readonly workerConcurrency?: number | undefined;
  /** How many runs may start within a period, over all workers. */
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

/** The names of all queues of the application, including those of other processes. */
export async function knownQueues(): Promise<string[]> {
  return (await DBOS.listQueues()).map(({ name }) => name).sort();
}
