/** Appends records to a session of a file until it is killed, and prints the number of each once it is stored. */
import { openSqliteStore } from './sqlite-store.js';

const store = await openSqliteStore({ file: process.argv[2] ?? '' });
await store.create({ id: 'a', agent: 'clerk' });
const lease = await store.acquire('a', 60_000);
for (let count = (await store.find('a'))?.records ?? 0; ; ) {
  await lease.append([{ type: 'run-start', runId: `${++count}`, input: 'more', streaming: false }]);
  process.stdout.write(`${count}\n`);
  // Lets the line out.
  await new Promise((resolve) => setImmediate(resolve));
}
