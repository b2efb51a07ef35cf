/**
 * A program that runs the clerk's session on a file and may kill itself: `<file> <outbox> <when> [<decisions>]`, with the id of the session
 * in the environment variable SESSION. `when` is `never`, `before:N` or `after:N` for the Nth record that it writes, or `in:<tool>` after
 * the effect of the tool. It prints the result as JSON.
 */
import { appendFileSync } from 'node:fs';
import { clerk } from '../clerk.test.support.js';
import { openSession } from '../sessions/open-session.js';
import type { SessionStore } from '../sessions/session-store.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';

const [file = '', outbox = '', when = 'never', decisions] = process.argv.slice(2);

async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

function dying(store: SessionStore): SessionStore {
  let records = 0;
  return {
    create: (session) => store.create(session),
    find: (id) => store.find(id),
    list: () => store.list(),
    read: (id) => store.read(id),
    delete: (id) => store.delete(id),
    close: () => store.close(),
    acquire: async (id, ttlMs) => {
      const lease = await store.acquire(id, ttlMs);
      return {
        renew: () => lease.renew(),
        release: () => lease.release(),
        append: async (added) => {
          const number = ++records;
          if (when === `before:${number}`) await die();
          await lease.append(added);
          if (when === `after:${number}`) await die();
        },
      };
    },
  };
}

const effect = async (tool: string): Promise<void> => {
  appendFileSync(outbox, `${tool}\n`);
  if (when === `in:${tool}`) await die();
};
const store = dying(await openSqliteStore({ file }));
const session = await openSession({ store, id: process.env.SESSION ?? 'letters', agent: clerk(effect) });
const { status } = await session.state();
const result =
  status === 'idle'
    ? await session.run('write to Ada', { stream: true })
    : await session.resume(decisions === undefined ? undefined : JSON.parse(decisions));
const { messages } = await session.state();
await store.close();
process.stdout.write(JSON.stringify({ status, result, messages }));
