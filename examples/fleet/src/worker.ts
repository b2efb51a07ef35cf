/** One worker. It executes runs until it is stopped or killed. */
import { startWorker } from '@toolwright/store/dbos';
import { Pool } from 'pg';
import { createClerk, workerOptions } from './agent.js';

const [databaseUrl = '', modelUrl = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
createClerk(pool, modelUrl);
const worker = await startWorker(workerOptions(databaseUrl));
process.on('SIGTERM', async () => {
  await worker.stop();
  await pool.end();
  process.exit();
});
// The parent process has ended, so nothing would stop this worker.
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
