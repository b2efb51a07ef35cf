import { startWorker } from './worker.js';
import type { WorkerOptions } from './worker-options.js';

it.each<[string, unknown, string]>([
  ['databaseUrl', 7, "'databaseUrl' must be the URL"],
  ['application', undefined, 'The option `application` must be a string'],
  ['application', '', 'is empty'],
  ['application', 'a\0b', 'contains the character NUL'],
  ['version', 'a b', "'version' must be"],
  ['id', 5, 'The option `id` must be a string'],
  ['id', 'a\0b', 'contains the character NUL'],
  // All other workers would be taken for dead.
  ['silentMs', 0, "'silentMs' must be a whole number from 100"],
  ['silentMs', Number.NaN, "'silentMs' must be a whole number"],
  ['silentMs', '5', "'silentMs' must be a whole number"],
  ['connectMs', -1, "'connectMs' must be a whole number from 0"],
  ['queues', {}, "'queues' must be a list"],
  ['queues', [undefined], 'The option `queues[0].name` must be a string'],
  ['queues', [{ name: 'a' }, { name: '' }], 'The option `queues[1].name` is empty'],
  ['queues', [{ name: '_dbos_x' }], 'are reserved for DBOS'],
  ['queues', [{ name: 'a', concurrency: 0 }], "'queues[0].concurrency' must be a whole number from 1"],
  ['queues', [{ name: 'a', workerConcurrency: 1.5 }], "'queues[0].workerConcurrency' must be"],
  ['queues', [{ name: 'a', pollingMs: 0 }], "'queues[0].pollingMs' must be"],
  ['queues', [{ name: 'a', rateLimit: {} }], "'queues[0].rateLimit.limitPerPeriod' must be"],
  [
    'queues',
    [{ name: 'a', rateLimit: { limitPerPeriod: 1, periodSec: 0 } }],
    "'queues[0].rateLimit.periodSec'",
  ],
])('startWorker refuses %s %j before it asks for a server', async (option, value, problem) => {
  const options: WorkerOptions = { databaseUrl: 'postgresql://127.0.0.1:1/x', application: 'a' };
  await expect(startWorker({ ...options, [option]: value })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining(problem),
  });
});
