/**
 * A worker of the clerk: `<database url> <outbox> <when> <run id>…`. It starts the named runs unless they were started, waits for their
 * ends, and prints their results as JSON. `when` is `never`, or the place at which the process kills itself the first time: `before:N` or
 * `after:N` for the Nth request to the model, `before:<tool>` or `after:<tool>` for the effect of a tool.
 */
import { appendFileSync } from 'node:fs';
import { clerk, clerkModel } from '../clerk.test.support.js';
import { durableAgent } from './durable-agent.js';
import { startWorker } from './worker.js';

const [databaseUrl = '', outbox = '', when = 'never', ...ids] = process.argv.slice(2);

async function pass(place: string): Promise<void> {
  if (when !== place) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

const inner = clerkModel();
let asked = 0;
const agent = durableAgent(
  clerk(
    async (tool, args) => {
      await pass(`before:${tool}`);
      appendFileSync(outbox, `${tool} ${JSON.stringify(args)}\n`);
      await pass(`after:${tool}`);
    },
    {
      llmClient: {
        generate: async (messages, tools, options) => {
          const number = ++asked;
          await pass(`before:${number}`);
          const response = await inner.generate(messages, tools, options);
          await pass(`after:${number}`);
          return response;
        },
      },
    },
  ),
  { queue: 'models' },
);

const worker = await startWorker({
  databaseUrl,
  application: 'clerks',
  silentMs: 400,
  queues: [{ name: 'models', concurrency: 8, pollingMs: 50 }],
});
const results = await Promise.all(
  ids.map(async (id) => {
    const run = await agent.start('write to Ada', { id });
    for (;;) {
      const result = await Promise.race([run.result(), new Promise((resolve) => setTimeout(resolve, 100))]);
      if (result !== undefined) return result;
      // A person would have to find out; here the outbox tells whether it took effect.
      const pending = await run.pending();
      const denied = { approved: false, reason: 'it was sent' } as const;
      if (pending.length > 0)
        await run.decide(Object.fromEntries(pending.map(({ callId }) => [callId, denied])));
    }
  }),
);
await worker.stop(1000);
process.stdout.write(JSON.stringify(results));
process.exit(0);
