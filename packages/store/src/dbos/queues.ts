import { DBOS } from '@dbos-inc/dbos-sdk';

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

/** The queues of the application, of whichever process. */
export async function knownQueues(): Promise<string[]> {
  return (await DBOS.listQueues()).map(({ name }) => name).sort();
}
