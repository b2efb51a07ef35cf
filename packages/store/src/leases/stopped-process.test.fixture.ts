/**
 * A program that runs or resumes the clerk's session on a file: `<file> <outbox> <leaseMs> <slow> [<decisions>]`. It writes a line for each
 * call to the outbox: the time, its number and the tool. It prints `slow` where the parent may stop it (`model`, or the name of a tool), and
 * at its end the result, or the error's code, as JSON. With `slow` as `all`, it is a little slow everywhere.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isToolwrightError } from '@toolwright/contract';
import { clerk, clerkModel } from '../clerk.test.support.js';
import { openSession } from '../sessions/open-session.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';

const [file = '', outbox = '', leaseMs, slow = '', decisions] = process.argv.slice(2);

/** Long enough for the parent to stop this process. */
async function pauseHere(place: string): Promise<void> {
  if (slow !== 'all' && slow !== place) return;
  process.stdout.write('slow\n');
  await setTimeout(slow === 'all' ? 20 : 500);
}

const model = clerkModel();
const agent = clerk(
  async (tool) => {
    appendFileSync(outbox, `${Date.now()} ${process.pid} ${tool}\n`);
    await pauseHere(tool);
  },
  {
    llmClient: {
      ...model,
      generate: async (messages, tools, options) => {
        const reply = await model.generate(messages, tools, options);
        if (messages.some(({ role }) => role === 'tool')) await pauseHere('model');
        return reply;
      },
    },
  },
);
try {
  const store = await openSqliteStore({ file });
  const session = await openSession({ store, id: 'letters', agent, leaseMs: Number(leaseMs) });
  const { status } = await session.state();
  const { status: ended, paused } =
    status === 'idle'
      ? await session.run('write to Ada')
      : await session.resume(decisions === undefined ? undefined : JSON.parse(decisions));
  process.stdout.write(`${JSON.stringify({ status: ended, pending: paused?.pending })}\n`);
  await store.close();
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ code: isToolwrightError(error) ? error.code : String(error) })}\n`,
  );
}
