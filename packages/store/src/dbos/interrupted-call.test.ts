import { join } from 'node:path';
import type { PendingCall, RunResult } from '@toolwright/contract';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';
import type { WaitingRun } from './questions.js';
import type { RunPage } from './run-page.js';
import { linesOf, type ScriptedWorker, until, WorkerProcess } from './scripted-worker.test.support.js';

const programs = createPrograms();
const started: WorkerProcess[] = [];
let program = '';

const postgres = startPostgres();
const reason = typeof postgres === 'string' ? postgres : undefined;
if (reason !== undefined) process.stderr.write(`Interrupted durable calls are not tested: ${reason}\n`);

beforeAll(async () => {
  program = await programs.bundle(new URL('scripted-worker.test.fixture.ts', import.meta.url));
});
afterAll(async () => {
  await Promise.all(started.map((worker) => worker.kill()));
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

const QUESTION = { callId: 'pay-0-0', name: 'pay', arguments: '{}', interrupted: true } as const;

(reason === undefined ? describe : describe.skip)('an interrupted call of a durable run', () => {
  it.each([
    ['may still be running where its worker was only suspended', 'SIGSTOP', true],
    ['is over where its worker has certainly ended', 'SIGKILL', false],
  ] as const)('%s: the person and the model are told the same', async (_, signal, mayStillRun) => {
    const { one, two, options } = await interrupt(signal);
    const asked = { ...QUESTION, ...(mayStillRun && { mayStillRun: true }) };
    const pending = await until(async () => {
      const calls = await two.call<PendingCall[]>('pending', 'clerk', 'r');
      return calls.length > 0 ? calls : undefined;
    });
    expect(pending).toEqual([asked]);
    const { runs } = await two.call<RunPage<WaitingRun>>('find', 'clerk', { state: 'waiting' });
    expect(runs[0]?.calls).toEqual([asked]);
    // Another process plays the run again, and must not change what was said.
    await two.kill();
    const three = await start(options);
    await three.call('decide', 'clerk', 'r', { 'pay-0-0': { approved: false, reason: 'It was paid.' } });
    const { finalResponse } = await three.call<RunResult>('result', 'clerk', 'r');
    expect(finalResponse.includes('may still be running')).toBe(mayStillRun);
    expect(finalResponse).toContain('It was paid.');
    await one.kill();
  });
});

async function interrupt(signal: 'SIGSTOP' | 'SIGKILL') {
  const options: ScriptedWorker = {
    agents: [{ name: 'clerk', queue: 'q', tools: { pay: { takesMs: 60_000 } } }],
    databaseUrl: typeof postgres === 'string' ? '' : postgres.url(`t_${signal.toLowerCase()}`),
    outbox: join(programs.folder, `${signal}.txt`),
    application: 'shop',
    silentMs: 1000,
    queues: [{ name: 'q', pollingMs: 50 }],
  };
  const one = await start(options);
  await one.call('start', 'clerk', 'pay', 'r');
  await until(async () => linesOf(options.outbox)[0]);
  if (signal === 'SIGKILL') await one.kill();
  else one.signal(signal);
  return { one, two: await start(options), options };
}

async function start(options: ScriptedWorker): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start(program, options);
  started.push(worker);
  return worker;
}
