/** One worker: takes runs until it is told to end, or is killed. */
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
// Whoever started it is gone: nobody would end it.
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
