import { setTimeout } from 'node:timers/promises';
import { type DurableRun, startWorker } from '@toolwright/store/dbos';
import { Pool } from 'pg';
import { createClerk, workerOptions } from './agent.js';
import { startPostgres } from './postgres.js';
import { startScriptedModel } from './scripted-model.js';
import { priceOf, Shop } from './shop.js';
import { Workers } from './workers.js';

const RUNS_PER_KILL = 10;
const [runs = 500, workerCount = 3, killEveryMs = 3000] = process.argv.slice(2).map(Number);

const postgres = startPostgres();
if (postgres === undefined) {
  console.log(
    'SKIPPED: there is no PostgreSQL. Install it (Debian: apt-get install postgresql), or set DATABASE_URL.',
  );
  process.exit(0);
}
// The server outlives this process unless it is stopped, also after Ctrl-C.
process.once('exit', postgres.stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const model = await startScriptedModel();
console.log('The model is SCRIPTED: a server on this machine plays it.');

// This process starts the runs and waits for them; the workers execute them.
const pool = new Pool({ connectionString: postgres.url, max: 5 });
pool.on('error', () => {
  // The server has ended before its connections.
});
const clerk = createClerk(pool, model.url);
const starter = await startWorker({ ...workerOptions(postgres.url), takesRuns: false });
await Shop.createTables(pool);
const workers = new Workers(workerCount, postgres.url, model.url);
let finished = 0;
const ended = new AbortController();
const killing = workers.killAtRandom(killEveryMs, () => 1 + finished / RUNS_PER_KILL, ended.signal);

const startedAt = performance.now();
let asked = 0;
const orders = Array.from({ length: runs }, (_, index) => index + 1);
const answers = await Promise.all(orders.map((order) => handle(order)));
ended.abort();
await killing;
const seconds = (performance.now() - startedAt) / 1000;

const { rows: ledger } = await pool.query<{ order_id: number; cents: number }>('SELECT * FROM ledger');
const wrong = orders.filter((order) => {
  const charges = ledger.filter(({ order_id }) => order_id === order);
  return (
    charges.length !== 1 ||
    charges[0]?.cents !== priceOf(order) ||
    answers[order - 1] !== `Order ${order} is done.`
  );
});
console.log(
  `${runs} runs on ${workerCount} workers in ${seconds.toFixed(1)} s; ${workers.killed} workers were killed, ${asked} interrupted charges decided.`,
);
console.log(`${ledger.length} charges for ${runs} orders; ${wrong.length} orders went wrong.`);

await workers.stop();
await starter.stop();
await pool.end();
await model.stop();
process.exit(wrong.length === 0 ? 0 : 1);

/** Starts a run and waits for its result. If a charge was interrupted, the ledger tells whether it took effect. */
async function handle(order: number): Promise<string> {
  const run = await clerk.start(`Handle the order ${order}.`, { id: `order-${order}` });
  const result = run.result();
  let waiting = true;
  const watch = async (): Promise<void> => {
    while (waiting) {
      await setTimeout(1000);
      if (waiting) await decide(run, order);
    }
  };
  const watching = watch();
  const { finalResponse } = await result;
  finished += 1;
  waiting = false;
  await watching;
  return finalResponse;
}

async function decide(run: DurableRun, order: number): Promise<void> {
  for (const { callId } of await run.pending()) {
    const { rowCount } = await pool.query('SELECT 1 FROM ledger WHERE order_id = $1', [order]);
    const decision = rowCount
      ? ({ approved: false, reason: 'It was charged.' } as const)
      : ({ approved: true } as const);
    const { accepted } = await run.decide({ [callId]: decision });
    if (accepted) asked++;
  }
}
