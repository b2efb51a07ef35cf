import { join } from 'node:path';
import type { PendingCall, RunResult } from '@toolwright/contract';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';
import type { RunPage } from './run-page.js';
import {
  linesOf,
  type ScriptedAgent,
  type ScriptedWorker,
  until,
  WorkerProcess,
} from './scripted-worker.test.support.js';
import type { StaleRun } from './stale-runs.js';
import type { VersionState } from './take-over.js';

const programs = createPrograms();
const started: WorkerProcess[] = [];
let program = '';

const postgres = startPostgres();
const reason = typeof postgres === 'string' ? postgres : undefined;
if (reason !== undefined) process.stderr.write(`Deploys of durable agents are not tested: ${reason}\n`);

beforeAll(async () => {
  program = await programs.bundle(new URL('scripted-worker.test.fixture.ts', import.meta.url));
});
afterAll(async () => {
  await Promise.all(started.map((worker) => worker.kill()));
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

const NEEDS_APPROVAL = { annotations: { needsApproval: true } };
const TOOLS = { look: { annotations: { readOnly: true } }, slow: { takesMs: 600 }, pay: NEEDS_APPROVAL };
const CLERK: ScriptedAgent = { name: 'clerk', queue: 'models', tools: TOOLS };

(reason === undefined ? describe : describe.skip)('durable runs over deploys', () => {
  it('are ended by the third version, whichever began them, and by their own version while it has workers', async () => {
    const deploy = deployments('three');
    const ids = ['a', 'b', 'c'];
    let worker = await deploy('v1');
    for (const [index, version] of ['v1', 'v2', 'v3'].entries()) {
      if (index > 0) {
        // Both versions have a worker for a while, as in a rolling deploy.
        const next = await deploy(version);
        await next.call('takeOver');
        await next.call('start', 'clerk', 'look|slow|look', `beside-${version}`);
        await worker.call('start', 'clerk', 'look|slow|look', `before-${version}`);
        await next.call('result', 'clerk', `beside-${version}`);
        await next.call('result', 'clerk', `before-${version}`);
        // Runs that wait for a person survive, and so do those that are cut off in the middle.
        if (index === 1) await worker.call('stop');
        await worker.kill();
        worker = next;
      }
      await worker.call('start', 'clerk', 'look|pay|look', ids[index]);
      await worker.call('start', 'clerk', 'look|look|look|look', `busy-${version}`);
      await pending(worker, String(ids[index]));
    }
    for (const id of ids) {
      await until(async () => (await worker.call<PendingCall[]>('pending', 'clerk', id))[0]);
      expect(await worker.call('decide', 'clerk', id, { 'pay-1-0': { approved: true } })).toEqual({
        accepted: true,
      });
      expect(await worker.call<RunResult>('result', 'clerk', id)).toMatchObject({
        status: 'completed',
        finalResponse: 'look done; pay done; look done',
      });
      await worker.call('result', 'clerk', `busy-v${ids.indexOf(id) + 1}`);
    }
    const lines = linesOf(outboxOf('three'));
    expect(lines.filter((line) => line.includes(' pay '))).toEqual(ids.map(() => 'v3 pay pay-1-0'));
    // Side by side, each version has executed its own runs.
    expect(lines.filter((line) => line.includes(' slow ')).sort()).toEqual(
      ['v1', 'v2', 'v2', 'v3'].map((version) => `${version} slow slow-1-0`),
    );
    expect(await worker.call<VersionState[]>('versions')).toEqual([
      { version: 'v3', openRuns: 0, workers: 1, missingAgents: [] },
    ]);
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('go on with the default version, whatever agents the sources define', async () => {
    const deploy = deployments('default');
    const first = await deploy(undefined, [CLERK, { name: 'old', queue: 'models', tools: TOOLS }]);
    await first.call('start', 'clerk', 'pay', 'kept');
    await first.call('start', 'old', 'pay', 'removed');
    await pending(first, 'kept');
    await pending(first, 'removed', 'old');
    await first.kill();
    const second = await deploy(undefined, [CLERK, { name: 'new', queue: 'models', tools: TOOLS }]);
    expect(await second.call('decide', 'clerk', 'kept', { 'pay-0-0': { approved: true } })).toEqual({
      accepted: true,
    });
    expect(await second.call<RunResult>('result', 'clerk', 'kept')).toMatchObject({ status: 'completed' });
    // Nobody defines the agent of the other run: that shows, and the run waits until somebody does.
    const missing = await until(async () => {
      const versions = await second.call<VersionState[]>('versions');
      return versions.find(({ version, missingAgents }) => version === '' && missingAgents.includes('old'));
    });
    expect(missing).toEqual({ version: '', openRuns: 1, workers: 0, missingAgents: ['old'] });
    const third = await deploy(undefined, [{ name: 'old', queue: 'models', tools: TOOLS }]);
    await third.call('decide', 'old', 'removed', { 'pay-0-0': { approved: true } });
    expect(await third.call<RunResult>('result', 'old', 'removed')).toMatchObject({ status: 'completed' });
  });

  // F6
  it('wait for a version that fits where this one does not, and say what has changed', async () => {
    const deploy = deployments('stale');
    const first = await deploy('v1');
    await first.call('start', 'clerk', 'look|pay', 'steps');
    await first.call('start', 'clerk', 'pay|look', 'held');
    await first.call('start', 'clerk', 'slow|pay', 'denied');
    for (const id of ['steps', 'held', 'denied']) await pending(first, id);
    await first.kill();

    const { slow: _, ...others } = TOOLS;
    const pay = { ...NEEDS_APPROVAL, properties: { amount: { type: 'integer' as const } } };
    const second = await deploy('v2', [{ ...CLERK, tools: { ...others, look: NEEDS_APPROVAL, pay } }]);
    // A finished call of a tool that is gone does not matter, nor does a held one that is denied.
    const denied = { 'pay-1-0': { approved: false, reason: 'no' } };
    expect(await second.call('decide', 'clerk', 'denied', denied)).toEqual({ accepted: true });
    expect(await second.call<RunResult>('result', 'clerk', 'denied')).toMatchObject({
      status: 'completed',
      finalResponse: expect.stringMatching(/^slow done; .*no/),
    });
    expect(await second.call('decide', 'clerk', 'held', { 'pay-0-0': { approved: true } })).toEqual({
      accepted: true,
    });
    const findStale = () =>
      until(async () => {
        const page = await second.call<RunPage<StaleRun>>('find', 'clerk', { state: 'stale' });
        return page.runs.length === 2 ? page.runs : undefined;
      });
    const changes = 'gone: slow; changed: look (annotations), pay (parameters).';
    const took = "Its recorded step is 'tool look', but this version takes the step 'question'.";
    expect(await findStale()).toEqual([
      { agent: 'clerk', run: 'held', problem: expect.stringContaining(changes), since: expect.any(String) },
      {
        agent: 'clerk',
        run: 'steps',
        problem: `${took} Its tools have changed since it started: ${changes}`,
        since: expect.any(String),
      },
    ]);
    await expect(second.call('result', 'clerk', 'held')).rejects.toMatchObject({
      code: 'STALE_RUN',
      message: expect.stringContaining('pay (parameters)'),
    });
    expect(await second.call('takeOver')).toBe(0);
    expect(await second.call('retry', 'clerk', 'steps')).toBe(true);
    await findStale();

    // The next version is mended; it goes on with both.
    await second.kill();
    const third = await deploy('v3');
    await pending(third, 'steps');
    await third.call('decide', 'clerk', 'steps', { 'pay-1-0': { approved: true } });
    for (const [id, finalResponse] of [
      ['steps', 'look done; pay done'],
      ['held', 'pay done; look done'],
    ])
      expect(await third.call('result', 'clerk', id)).toMatchObject({ status: 'completed', finalResponse });
    expect(await third.call('find', null, { state: 'stale' })).toEqual({ runs: [] });
    expect(await third.call('retry', 'clerk', 'steps')).toBe(false);
    const lines = linesOf(outboxOf('stale'));
    expect(lines.filter((line) => line.includes(' pay ')).sort()).toEqual([
      'v3 pay pay-0-0',
      'v3 pay pay-1-0',
    ]);
    expect(lines.filter((line) => line.includes(' slow '))).toHaveLength(1);
  });

  // F6
  it('go on under renamed tools and arguments, which @was must name', async () => {
    const deploy = deployments('renamed');
    const text = { type: 'string' as const };
    const agent = (tools: NonNullable<ScriptedAgent['tools']>): ScriptedAgent[] => [{ ...CLERK, tools }];
    const first = await deploy(
      'v1',
      agent({ look: TOOLS.look, pay: { ...NEEDS_APPROVAL, properties: { to: text } } }),
    );
    await first.call('start', 'clerk', 'look|pay={"to":"Ada"}|look', 'renamed');
    await pending(first, 'renamed');
    await first.kill();

    const peek = { annotations: { readOnly: true } };
    const transfer = { ...NEEDS_APPROVAL, properties: { recipient: text } };
    const second = await deploy('v2', agent({ peek, transfer }));
    const [stale] = await until(async () => {
      const { runs } = await second.call<RunPage<StaleRun>>('find', 'clerk', { state: 'stale' });
      return runs.length > 0 ? runs : undefined;
    });
    expect(stale?.problem).toContain("The call 'pay-1-0' no longer fits: the tool 'pay' is gone.");
    await second.kill();

    const third = await deploy(
      'v3',
      agent({
        peek: { ...peek, was: { tool: ['look'] } },
        transfer: { ...transfer, was: { tool: ['pay'], parameters: { to: 'recipient' } } },
      }),
    );
    const asked = await pending(third, 'renamed');
    await third.call('decide', 'clerk', 'renamed', { [asked.callId]: { approved: true } });
    const result = await third.call<RunResult>('result', 'clerk', 'renamed');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'look done; transfer done; peek done',
      toolCalls: [
        { name: 'peek', calledAs: 'look' },
        { name: 'transfer', calledAs: 'pay', arguments: '{"recipient":"Ada"}' },
        { name: 'peek' },
      ],
    });
    expect(linesOf(outboxOf('renamed')).filter((line) => !line.startsWith('error'))).toEqual([
      'v1 look look-0-0',
      'v3 transfer pay-1-0',
      'v3 peek look-2-0',
    ]);
  });
});

function deployments(name: string) {
  return async (version: string | undefined, agents = [CLERK]): Promise<WorkerProcess> => {
    const options: ScriptedWorker = {
      databaseUrl: typeof postgres === 'string' ? '' : postgres.url(`deploy_${name}`),
      application: 'shop',
      silentMs: 800,
      queues: [{ name: 'models', pollingMs: 50 }],
      agents,
      outbox: outboxOf(name),
      ...(version !== undefined && { version }),
    };
    const worker = await WorkerProcess.start(program, options);
    started.push(worker);
    return worker;
  };
}

function outboxOf(name: string): string {
  return join(programs.folder, `${name}.txt`);
}

function pending(worker: WorkerProcess, id: string, agent = 'clerk'): Promise<PendingCall> {
  return until(async () => (await worker.call<PendingCall[]>('pending', agent, id))[0]);
}
