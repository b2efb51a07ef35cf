/**
 * Runs the shop's program in a session on a file and may kill itself: `<file> <outbox> <when> [<decisions>]`. `when` is `never`, `before:N`
 * or `after:N` for the Nth record that it writes, or `in:<line>` after an effect. It prints the result as JSON.
 */
import { appendFileSync } from 'node:fs';
import { openSession, openSqliteStore, type SessionStore } from '@toolwright/store';
import { shop, shopReply } from './shop.test.support.js';

const [file = '', outbox = '', when = 'never', decisions] = process.argv.slice(2);

async function die(place: string): Promise<void> {
  if (when !== place) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
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
          await die(`before:${number}`);
          await lease.append(added);
          await die(`after:${number}`);
        },
      };
    },
  };
}

const store = dying(await openSqliteStore({ file }));
const toolRegistry = shop(async (line) => {
  appendFileSync(outbox, `${line}\n`);
  await die(`in:${line}`);
});
const agent = {
  name: 'shop',
  toolRegistry,
  llmClient: { generate: async (messages: never) => shopReply(messages) },
};
const session = await openSession({ store, id: 's', agent });
const { status } = await session.state();
const result =
  status === 'idle'
    ? await session.run('go')
    : await session.resume(decisions === undefined ? undefined : JSON.parse(decisions));
await store.close();
process.stdout.write(JSON.stringify(result));
process.exit(0);
