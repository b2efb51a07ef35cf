/**
 * A worker that runs the shop's program durably and may kill itself: `<database url> <outbox> <when>`. `when` is `never` or the effect after
 * which the process kills itself. It approves what waits, unless the outbox shows that it took effect, and prints the result as JSON.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { durableAgent, startWorker } from '@toolwright/store/dbos';
import { shop, shopReply } from './shop.test.support.js';

const [databaseUrl = '', outbox = '', when = 'never'] = process.argv.slice(2);

const toolRegistry = shop(async (line) => {
  appendFileSync(outbox, `${line}\n`);
  if (when !== line) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
});
const llmClient = { generate: async (messages: never) => shopReply(messages) };
const agent = durableAgent({ name: 'shop', toolRegistry, llmClient });

const worker = await startWorker({ databaseUrl, application: 'shop', silentMs: 400 });
const run = await agent.start('Go', { id: 'r' });
for (;;) {
  const result = await Promise.race([run.result(), new Promise((resolve) => setTimeout(resolve, 100))]);
  if (result !== undefined) {
    await worker.stop(1000);
    process.stdout.write(JSON.stringify(result));
    process.exit(0);
  }
  const pending = await run.pending();
  if (pending.length === 0) continue;
  const lines = readFileSync(outbox, 'utf8').split('\n');
  const decisions = pending.map(({ callId, name, arguments: text, interrupted }) => {
    const took = interrupted && lines.includes(`${name} ${(JSON.parse(text) as { n: number }).n}`);
    return [callId, took ? { approved: false, reason: 'it took effect' } : { approved: true }] as const;
  });
  await run.decide(Object.fromEntries(decisions));
}
