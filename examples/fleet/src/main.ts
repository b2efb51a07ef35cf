import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type DurableRun, startWorker } from '@toolwright/store/dbos';
import { createClerk, workerOptions } from './agent.js';
import { startPostgres } from './postgres.js';
import { startScriptedModel } from './scripted-model.js';
import { priceOf, readLedger } from './shop.js';
import { Workers } from './workers.js';

const RUNS_PER_KILL = 10;
const [runs = 500, workerCount = 3, killEveryMs = 3000, downMs = 3000] = process.argv.slice(2).map(Number);

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
const shop = mkdtempSync(join(tmpdir(), 'toolwright-shop-'));
const clerk = createClerk(shop, model.url);
const starter = await startWorker({ ...workerOptions(postgres.url), takesRuns: false });
const workers = new Workers(workerCount, [postgres.url, model.url, shop]);
let finished = 0;
let restarting: Promise<void> | undefined;
const ended = new AbortController();
const killing = workers.killAtRandom(killEveryMs, () => 1 + finished / RUNS_PER_KILL, ended.signal);

const startedAt = performance.now();
let asked = 0;
const orders = Array.from({ length: runs }, (_, index) => index + 1);
const answers = await Promise.all(orders.map((order) => handle(order)));
ended.abort();
await killing;
const seconds = (performance.now() - startedAt) / 1000;

const ledger = await readLedger(shop);
const wrong = orders.filter((order) => {
  const charges = ledger.filter((charge) => charge.order === order);
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
await restarting;
rmSync(shop, { recursive: true, force: true });
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
  if (finished >= runs / 2) restarting ??= restartPostgres();
  waiting = false;
  await watching;
  return finalResponse;
}

/** Once, when half of the runs have ended: the others wait for it. */
async function restartPostgres(): Promise<void> {
  if (postgres?.restart === undefined || downMs === 0) return;
  await postgres.restart(downMs);
  console.log(`restarted PostgreSQL, which was down for ${downMs / 1000} s`);
}

async function decide(run: DurableRun, order: number): Promise<void> {
  for (const { callId } of await run.pending()) {
    const isCharged = (await readLedger(shop)).some((charge) => charge.order === order);
    const decision = isCharged
      ? ({ approved: false, reason: 'It was charged.' } as const)
      : ({ approved: true } as const);
    const { accepted } = await run.decide({ [callId]: decision });
    if (accepted) asked++;
  }
}
