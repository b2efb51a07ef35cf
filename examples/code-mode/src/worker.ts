/** One process of the shop: `worker.js <folder> [<decisions>]` starts the run, goes on with it, or tells it what a person decided. */
import { join } from 'node:path';
import { openSession, openSqliteStore } from '@toolwright/store';
import { createAgent } from './create-agent.js';

const [folder = '.', decisions] = process.argv.slice(2);
const store = await openSqliteStore({ file: join(folder, 'runs.db') });
const session = await openSession({ store, id: 'ada', agent: createAgent(join(folder, 'effects.log')) });
const { status } = await session.state();
const result =
  status === 'idle'
    ? await session.run('Settle what arrived damaged at Ada.')
    : await session.resume(decisions === undefined ? undefined : JSON.parse(decisions));
await store.close();
process.stdout.write(JSON.stringify(result));
