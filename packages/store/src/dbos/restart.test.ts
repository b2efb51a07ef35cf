import { join } from 'node:path';
import { Client } from 'pg';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';
import { linesOf, type ScriptedWorker, until, WorkerProcess } from './scripted-worker.test.support.js';

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
});
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
  });

  it.each([
    ['fast', 1500],
    // Longer than the silence after which a worker counts as dead: nobody could write a heartbeat.
    ['immediate', 9000],
  ] as const)(
    'end the runs in progress, and ask nobody about their calls: %s, down for %i ms',
    async (mode, downMs) => {
      const options = { ...workerOptions(mode), silentMs: 8000 };
      const [one, two] = [await start(options), await start(options)];
      const ids = Array.from({ length: 8 }, (_, index) => `r${index}`);
      for (const id of ids) await one.call('start', 'clerk', 'slow|look|slow', id);
      await until(async () => linesOf(options.outbox).length >= 4 || undefined);
      const results = ids.map((id) => two.call('result', 'clerk', id));
      await restart?.(mode, downMs);
      // A question would keep its run waiting without an end.
      const ended = Promise.all(results);
      const asked = until(async () => {
        const { runs } = await find(one);
        return runs.length > 0 || (await isSettled(ended)) ? runs : undefined;
      });
      expect(await asked).toEqual([]);
      for (const result of await ended) {
        expect(result).toMatchObject({
          status: 'completed',
          finalResponse: 'slow done; look done; slow done',
        });
      }
      const slow = linesOf(options.outbox).filter((line) => line.includes(' slow '));
      expect(slow).toHaveLength(2 * ids.length);
      // They also take new runs.
      await one.call('start', 'clerk', 'look', 'later');
      expect(await two.call('result', 'clerk', 'later')).toMatchObject({ status: 'completed' });
      expect(await find(one)).toEqual({ runs: [] });
    },
  );

  it('do not take each other for dead because nobody could write', async () => {
    const options = { ...workerOptions('silent'), silentMs: 3000 };
    const [one, two] = [await start(options), await start(options)];
    await two.call('start', 'direct', 'long', 'r');
    await until(async () => linesOf(options.outbox)[0]);
    const restarting = restart?.('fast', options.silentMs);
    // It comes back later than the other one.
    two.signal('SIGSTOP');
    await restarting;
    expect(await one.call('takeOver')).toBe(0);
    two.signal('SIGCONT');
    expect(await one.call('result', 'direct', 'r')).toMatchObject({ finalResponse: 'long done' });
    expect(linesOf(options.outbox).filter((line) => line.includes(' long '))).toHaveLength(1);
  });
});

(restart === undefined ? describe.skip : describe)('a worker', () => {
  it('resumes a run that it was given without its knowledge', async () => {
    // The server stops between its commit and its answer: the run belongs to a worker that has not heard of it.
    const options = { ...workerOptions('lost'), silentMs: 400, id: 'one' };
    const worker = await start({ ...options, queues: [{ name: 'models', pollingMs: 3000 }] });
    const client = new Client({ connectionString: options.databaseUrl });
    await client.connect();
    const lost = await until(async () => {
      await worker.call('start', 'clerk', 'look', `r${performance.now()}`);
      const { rows } = await client.query(
        `UPDATE dbos.workflow_status SET status = 'PENDING', executor_id = 'one', owner_xid = 'x'
          WHERE status = 'ENQUEUED' RETURNING workflow_uuid AS run`,
      );
      return rows[0]?.run as string | undefined;
    });
    await client.end();
    expect(await worker.call('result', 'clerk', lost)).toMatchObject({ finalResponse: 'look done' });
    expect(linesOf(options.outbox).filter((line) => line.startsWith('error'))).toEqual([]);
  });
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
);

function workerOptions(name: string): ScriptedWorker {
  const tools = {
    look: { annotations: { readOnly: true } },
    slow: { takesMs: 1000 },
    long: { takesMs: 5000 },
  };
  return {
    databaseUrl: typeof postgres === 'string' ? '' : postgres.url(`restart_${name}`),
    application: 'restart',
    version: 'v1',
    silentMs: 8000,
    queues: [{ name: 'models', pollingMs: 50 }],
    agents: [
      { name: 'clerk', queue: 'models', tools },
      { name: 'direct', tools },
    ],
    outbox: join(programs.folder, `${name}.txt`),
  };
}

async function start(options: ScriptedWorker, startsWorker?: boolean): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start(program, options, startsWorker);
  started.push(worker);
  return worker;
}

async function find(worker: WorkerProcess): Promise<{ readonly runs: readonly unknown[] }> {
  return await worker.call('find', null, { state: 'waiting' });
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, pending])) !== pending;
}
