import { join } from 'node:path';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';
import { type ScriptedWorker, WorkerProcess } from './scripted-worker.test.support.js';

const programs = createPrograms();
const started: WorkerProcess[] = [];
let program = '';

const postgres = startPostgres();
const restart = typeof postgres === 'string' ? undefined : postgres.restart;
if (restart === undefined)
  process.stderr.write(
    'Restarts of PostgreSQL are not tested: it is not installed, or not started by this test.\n',
  );

beforeAll(async () => {
  program = await programs.bundle(new URL('scripted-worker.test.fixture.ts', import.meta.url));
}, 60_000);
afterAll(async () => {
  await Promise.all(started.map((worker) => worker.kill()));
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

(restart === undefined ? describe.skip : describe)('while PostgreSQL restarts, workers', () => {
  it('wait for it when they start', async () => {
    const options = workerOptions('start');
    const worker = await start(options, false);
    const restarted = restart?.('immediate', 1500);
    const starting = worker.call('startWorker');
    await restarted;
    await starting;
    await worker.call('start', 'clerk', 'look', 'r');
    expect(await worker.call('result', 'clerk', 'r')).toMatchObject({ status: 'completed' });
  }, 120_000);
});

it.each([
  ['postgresql://me:s3cret@127.0.0.1:1/x', 'STORE_FAILED', "'127.0.0.1:1/x'"],
  ['postgresql://me:s3cret@localhost/x?host=/nowhere', 'STORE_FAILED', "'/nowhere/x'"],
  ['not an address', 'INVALID_CONFIG', 'databaseUrl'],
])(
  'startWorker says that there is no server at %s, without the password',
  async (databaseUrl, code, place) => {
    const worker = await start({ ...workerOptions('none'), databaseUrl, connectMs: 500 }, false);
    const error = await worker.call('startWorker').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(place) });
    expect(JSON.stringify(error)).not.toContain('s3cret');
  },
  60_000,
);

function workerOptions(name: string): ScriptedWorker {
  const tools = {
    look: { annotations: { readOnly: true } },
  };
  return {
    databaseUrl: typeof postgres === 'string' ? '' : postgres.url(`restart_${name}`),
    application: 'restart',
    version: 'v1',
    silentMs: 8000,
    queues: [{ name: 'models', pollingMs: 50 }],
    agents: [{ name: 'clerk', queue: 'models', tools }],
    outbox: join(programs.folder, `${name}.txt`),
  };
}

async function start(options: ScriptedWorker, startsWorker?: boolean): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start(program, options, startsWorker);
  started.push(worker);
  return worker;
}
