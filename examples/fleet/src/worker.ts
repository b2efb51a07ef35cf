/** One worker. It executes runs until it is stopped or killed. */
import { startWorker } from '@toolwright/store/dbos';
import { createClerk, workerOptions } from './agent.js';

const [databaseUrl = '', modelUrl = '', folder = ''] = process.argv.slice(2);
createClerk(folder, modelUrl);
const worker = await startWorker(workerOptions(databaseUrl));
process.on('SIGTERM', async () => {
  await worker.stop();
  process.exit();
});
// The parent process has ended, so nothing would stop this worker.
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
