import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';
import { type ScriptedWorker, until, WorkerProcess } from './scripted-worker.test.support.js';

const programs = createPrograms();
let program = '';
let worker: WorkerProcess | undefined;

const postgres = startPostgres();
const canAsk = typeof postgres !== 'string' && postgres.restart !== undefined;
if (!canAsk)
  process.stderr.write(
    'The commands of docs/deploying.md are not tested without a PostgreSQL of the test.\n',
  );

beforeAll(async () => {
  program = await programs.bundle(new URL('scripted-worker.test.fixture.ts', import.meta.url));
});
afterAll(async () => {
  await worker?.kill();
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

const page = readFileSync(new URL('../../../../docs/deploying.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, text = '']) => text);

(canAsk ? it : it.skip)(
  'docs/deploying.md: a role with these rights runs agents, and ended runs are deleted',
  async () => {
    const [rights = '', waits = ''] = blocks;
    await query('postgres', ...statements(rights));
    const options: ScriptedWorker = {
      databaseUrl: urlOf('agents').replace('test@', 'app@'),
      application: 'support',
      agents: [{ name: 'clerk', tools: { look: {}, pay: { annotations: { needsApproval: true } } } }],
      outbox: join(programs.folder, 'outbox.txt'),
    };
    const one = await WorkerProcess.start(program, options);
    worker = one;
    await one.call('start', 'clerk', 'look', 'ended');
    await one.call('result', 'clerk', 'ended');
    await one.call('start', 'clerk', 'look|pay', 'waits');
    await until(async () => (await one.call<unknown[]>('pending', 'clerk', 'waits'))[0]);
    const [questions, stale, workers] = await query('agents', ...statements(waits));
    expect(questions).toEqual([expect.objectContaining({ agent: 'clerk', run: 'waits', number: 0 })]);
    expect(stale).toEqual([]);
    expect(workers).toEqual([expect.objectContaining({ version: 'support@1', takes_runs: true })]);
    const starts = 'SELECT DISTINCT run FROM toolwright.tool_starts ORDER BY run';
    expect(await query('agents', starts)).toEqual([[{ run: 'ended' }, { run: 'waits' }]]);
    expect(await one.call('deleteRuns', 0)).toBe(0);
    expect(await one.call('deleteRuns', Date.now() + 3_600_000)).toBe(1);
    expect(await query('agents', starts)).toEqual([[{ run: 'waits' }]]);
    await one.call('decide', 'clerk', 'waits', { 'pay-1-0': { approved: true } });
    expect(await one.call('result', 'clerk', 'waits')).toMatchObject({ status: 'completed' });
  },
);

function statements(block: string): string[] {
  return block
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function urlOf(database: string): string {
  return typeof postgres === 'string' ? '' : postgres.url(database);
}

async function query(database: string, ...texts: readonly string[]): Promise<unknown[]> {
  const client = new Client(urlOf(database));
  await client.connect();
  try {
    const answers: unknown[] = [];
    for (const text of texts) answers.push((await client.query(text)).rows);
    return answers;
  } finally {
    await client.end();
  }
}
