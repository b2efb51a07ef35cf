import { join } from 'node:path';
import { describeUnknown, type PendingCall, type RunResult, suggestName } from '@toolwright/contract';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';
import type { DecisionReceipt, WaitingRun } from './questions.js';
import type { RunPage } from './run-page.js';
import { linesOf, type ScriptedWorker, until, WorkerProcess } from './scripted-worker.test.support.js';

const programs = createPrograms();
const started: WorkerProcess[] = [];
let program = '';

const postgres = startPostgres();
const reason = typeof postgres === 'string' ? postgres : undefined;
if (reason !== undefined) process.stderr.write(`Waiting durable runs are not tested: ${reason}\n`);

beforeAll(async () => {
  program = await programs.bundle(new URL('scripted-worker.test.fixture.ts', import.meta.url));
});
afterAll(async () => {
  await Promise.all(started.map((worker) => worker.kill()));
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

const APPROVED = { approved: true } as const;
const REFUSED = { approved: false, reason: 'no' } as const;

(reason === undefined ? describe : describe.skip)('durable runs that wait', () => {
  it('take the first decision, and tell the other process which one that was', async () => {
    const { one, two } = await twoWorkers('first');
    await one.call('start', 'clerk', 'pay', 'r');
    const [call] = await waiting(one, 'r');
    expect(call).toMatchObject({ callId: 'pay-0-0', name: 'pay' });
    const receipts = await Promise.all(
      [one, two, one, two].map((worker, index) =>
        worker.call<DecisionReceipt>('decide', 'clerk', 'r', { 'pay-0-0': index % 2 ? REFUSED : APPROVED }),
      ),
    );
    expect(receipts.filter(({ accepted }) => accepted)).toHaveLength(1);
    const winner = receipts.findIndex(({ accepted }) => accepted) % 2 ? REFUSED : APPROVED;
    const late = await two.call('decide', 'clerk', 'r', { 'pay-0-0': APPROVED });
    for (const receipt of [...receipts.filter(({ accepted }) => !accepted), late]) {
      expect(receipt).toEqual({
        accepted: false,
        reason: 'decided',
        decidedAt: expect.any(String),
        decisions: { 'pay-0-0': winner },
      });
    }
    const { finalResponse } = await two.call<RunResult>('result', 'clerk', 'r');
    if (winner.approved) expect(finalResponse).toBe('pay done');
    else expect(finalResponse).toContain('no');
    expect(await one.call('pending', 'clerk', 'r')).toEqual([]);
  });

  it('refuse decisions about calls that do not wait, and those about another question than was seen', async () => {
    const { one, two } = await twoWorkers('other');
    await one.call('start', 'clerk', 'pay|pay', 'r');
    await waiting(one, 'r');
    await expect(two.call('decide', 'clerk', 'r', { other: APPROVED })).rejects.toMatchObject({
      code: 'USAGE',
    });
    expect(await two.call('decide', 'clerk', 'r', { 'pay-0-0': APPROVED }, 0)).toEqual({ accepted: true });
    await until(async () => (await waiting(one, 'r')).find(({ callId }) => callId === 'pay-1-0'));
    expect(await two.call('decide', 'clerk', 'r', { 'pay-1-0': APPROVED }, 0)).toMatchObject({
      accepted: false,
      reason: 'decided',
    });
    expect(await two.call('decide', 'clerk', 'r', { 'pay-1-0': APPROVED }, 1)).toEqual({ accepted: true });
    expect(await one.call<RunResult>('result', 'clerk', 'r')).toMatchObject({ status: 'completed' });
    expect(await two.call('decide', 'clerk', 'never', { x: APPROVED })).toEqual({
      accepted: false,
      reason: 'not-waiting',
    });
    await expect(two.call('result', 'clerk', 'never')).rejects.toMatchObject({ code: 'UNKNOWN_SESSION' });
  });

  it('refuse decisions that are none, and go on waiting', async () => {
    const { one } = await twoWorkers('wrong');
    await one.call('start', 'clerk', 'pay', 'r');
    await waiting(one, 'r');
    for (const wrong of [
      null,
      'yes',
      [],
      {},
      { 'pay-0-0': true },
      { 'pay-0-0': null },
      { 'pay-0-0': { approved: 'no' } },
      { 'pay-0-0': { approved: true, arguments: 'all of it' } },
    ])
      await expect(one.call('decide', 'clerk', 'r', wrong)).rejects.toMatchObject({ code: 'USAGE' });
    expect(await one.call('decide', 'clerk', 'r', { 'pay-0-0': APPROVED })).toEqual({ accepted: true });
    expect(await one.call<RunResult>('result', 'clerk', 'r')).toMatchObject({ finalResponse: 'pay done' });
  });

  it('have ids that PostgreSQL can keep as they are', async () => {
    const { one } = await twoWorkers('ids');
    for (const id of ['', 'a\0b', '\ud800', 7, 'x'.repeat(1001)]) {
      const refusal = { code: 'INVALID_CONFIG', message: expect.stringContaining('The id of a run') };
      await expect(one.call('start', 'clerk', 'look', id)).rejects.toMatchObject(refusal);
      await expect(one.call('result', 'clerk', id)).rejects.toMatchObject(refusal);
    }
    for (const query of [null, {}, { state: 'ended' }])
      await expect(one.call('find', null, query)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(one.call('deleteRuns', 'yesterday')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('are listed with what they wait for and since when, the oldest first, in pages', async () => {
    const { one, two } = await twoWorkers('list');
    const ids = Array.from({ length: 5 }, (_, index) => `run:${index}`);
    const before = Date.now();
    for (const id of ids) {
      await one.call('start', id === 'run:3' ? 'other' : 'clerk', 'pay', id);
      await until(async () => (await waiting(one, id))[0]);
    }
    const all: string[] = [];
    for (let page: RunPage<WaitingRun> | undefined; page === undefined || page.next !== undefined; ) {
      page = await two.call<RunPage<WaitingRun>>('find', null, {
        state: 'waiting',
        limit: 2,
        after: page?.next,
      });
      expect(page.runs.length).toBeLessThanOrEqual(2);
      all.push(...page.runs.map(({ run }) => run));
    }
    expect(all).toEqual(ids);
    const page = await two.call<RunPage<WaitingRun>>('find', 'other', { state: 'waiting' });
    expect(page).toEqual({
      runs: [
        {
          agent: 'other',
          run: 'run:3',
          question: 0,
          calls: [expect.objectContaining({ callId: 'pay-0-0', name: 'pay', arguments: '{}' })],
          since: expect.any(String),
        },
      ],
    });
    const since = Date.parse(String(page.runs[0]?.since));
    expect(since).toBeGreaterThan(before - 60_000);
    expect(since).toBeLessThan(Date.now() + 60_000);
    await two.call('decide', 'other', 'run:3', { 'pay-0-0': APPROVED });
    await two.call('result', 'other', 'run:3');
    expect(await one.call('find', 'other', { state: 'waiting' })).toEqual({ runs: [] });
    for (const wrong of [{ state: 'lost' }, { state: 'waiting', limit: 0 }, { state: 'waiting', after: 'x' }])
      await expect(one.call('find', null, wrong)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('refuse a queue that does not exist at once, and name those that do', async () => {
    const options = workerOptions('queue');
    const wrong = { ...options, agents: [{ name: 'clerk', queue: 'modles' }], queues: [{ name: 'models' }] };
    const worker = await start(wrong, false);
    await expect(worker.call('startWorker')).rejects.toEqual({
      code: 'USAGE',
      message: expect.stringContaining(describeUnknown('Queue', 'modles', []).problem),
      hint: expect.stringContaining(suggestName('modles', ['models']) ?? ''),
    });
    // The same process may try again, and other processes are not disturbed.
    await expect(worker.call('startWorker')).rejects.toMatchObject({ code: 'USAGE' });
    const right = await start({ ...wrong, agents: [{ name: 'clerk', queue: 'models' }] });
    await right.call('start', 'clerk', 'unknown', 'r');
    expect(await right.call<RunResult>('result', 'clerk', 'r')).toMatchObject({ status: 'completed' });
    expect(linesOf(options.outbox).filter((line) => line.startsWith('error'))).toEqual([]);
  });
});

async function twoWorkers(name: string): Promise<{ one: WorkerProcess; two: WorkerProcess }> {
  const options = workerOptions(name);
  const [one, two] = await Promise.all([start(options), start(options)]);
  return { one, two };
}

function workerOptions(name: string): ScriptedWorker {
  const tools = { pay: { annotations: { needsApproval: true } } };
  return {
    databaseUrl: typeof postgres === 'string' ? '' : postgres.url(`waiting_${name}`),
    application: 'waiting',
    silentMs: 1000,
    agents: [
      { name: 'clerk', tools },
      { name: 'other', tools },
    ],
    outbox: join(programs.folder, `${name}.txt`),
  };
}

async function start(options: ScriptedWorker, startsWorker?: boolean): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start(program, options, startsWorker);
  started.push(worker);
  return worker;
}

function waiting(worker: WorkerProcess, id: string): Promise<readonly PendingCall[]> {
  return until(async () => {
    const calls = await worker.call<PendingCall[]>('pending', 'clerk', id);
    return calls.length > 0 ? calls : undefined;
  });
}
