/** What a comparison says about a replay or a branch: the steps that were edited differ, and no others. */
import type { RunSummary } from '../../src/protocol/requests.js';
import {
  buildHost,
  cleanUp,
  openStudio,
  removeFolders,
  type TestStudio,
  TOOLS,
} from '../../src/studio.test.support.js';
import { RunSteps, type StepRow } from '../../src/timeline/run-steps.js';
import { alignRuns } from '../src/runs/align-runs.js';
import { RunLines, richRun } from './fixture/run-lines.js';

const PROGRAM = `${TOOLS}
  export const create = ({ Agent, ToolRegistry, scriptedModel, agents, connectStudio, innerCallsOf }) => {
    const usage = { inputTokens: 100, outputTokens: 10 };
    const call = (name, args, rest = {}) => ({ toolCalls: [{ name, arguments: args }], usage, ...rest });
    const registry = (...tools) => tools.reduce((all, one) => all.register(one), new ToolRegistry());
    const agent = (name, steps, toolRegistry, rest = {}) => new Agent({
      name, description: name, llmClient: scriptedModel.byInput(() => steps), toolRegistry, logger: connectStudio(), ...rest,
    });
    const look = tool('look', { readOnly: true }, ({ at }, context) => {
      context.log('Looking at ' + at);
      return { seen: at };
    }, { at: { type: 'string' } });
    const send = tool('send', { needsApproval: true }, () => 'sent');
    const end = { text: 'Done.', usage };
    const deepest = agent('deepest', [call('look', { at: 'sea' }), end], registry(look));
    const guide = agent('guide', [call('deepest', { task: 'look' }), end], registry(deepest.asTool(), look));
    const both = { toolCalls: [
      { name: 'guide', arguments: { task: 'hello' } }, { name: 'look', arguments: { at: 'hill' } },
    ], usage };
    const desk = agent('desk', [both, call('look', { at: 'lake' }), end], registry(guide.asTool(), look));
    const paid = { text: 'Billing has it.', usage };
    const billing = agent('billing', [end, call('look', { at: 'bill' }), paid], registry(look));
    const front = agent('front', [call('transfer_to_billing', {}), call('look', { at: 'bill' }), end], registry(look), { handoffs: [billing.asHandoff({ toolName: 'transfer_to_billing' })] });
    const sender = agent('sender', [call('send', {}), end], registry(send));
    const support = agent('support', [end], registry(look));
    const inner = registry(look, send);
    const runProgram = { name: 'runProgram', description: '', parameters: { type: 'object', properties: {} }, annotations: {}, callsTools: true };
    const programs = (plan = []) => ({
      listTools: () => [runProgram],
      listInnerTools: () => inner.listTools(),
      async execute(name, args, execution) {
        if (execution.inner) return inner.execute(name, args, execution);
        const calls = innerCallsOf(execution);
        if (plan.length > 0 && typeof (await calls.run(plan)) === 'string') return { result: null, error: null };
        const see = (at) => ({ name: 'look', args: { at } });
        const seen = await calls.run([see('sea'), see('hill')]);
        if (typeof seen === 'string') return { result: null, error: null };
        const sent = await calls.run([{ name: 'send', args: {} }]);
        if (typeof sent === 'string') return { result: null, error: null };
        const last = await calls.run([see('after ' + seen[1].result.seen)]);
        return { result: last[0].result, error: null };
      },
    });
    const coder = agent('coder', [call('runProgram', {}), end], programs());
    inner.register(tool('approveProgram', { needsApproval: true }, () => 'agreed'));
    const planned = agent('planned', [call('runProgram', {}), end], programs([{ name: 'approveProgram', args: {} }]));
    return { agents: agents(desk, front, sender, support, coder, planned) };
  };`;

let studio: TestStudio;
beforeAll(async () => {
  studio = await openStudio({ host: await buildHost(), program: PROGRAM, lasts: true });
  await studio.untilReady();
});
afterEach(cleanUp);
afterAll(removeFolders);

interface Shown {
  readonly runId: string;
  readonly summary: RunSummary;
  readonly rows: readonly StepRow[];
}

async function read(runId: string): Promise<Shown> {
  const { summary, entries } = await studio.until(`/api/runs/${runId}`, (body) =>
    body.summary?.durationMs === undefined ? undefined : body,
  );
  const record = new RunSteps();
  record.add(entries);
  return { runId, summary, rows: record.rows() };
}

const run = async (agent: string) =>
  read((await studio.post('/api/runs', { agent, input: 'Hello' })).body.runId);

async function replay({ runId }: Pick<Shown, 'runId'>, branch?: object): Promise<Shown> {
  const { status, body } = await studio.post(`/api/runs/${runId}/replay`, branch ? { branch } : {});
  expect({ status, body }).toMatchObject({ status: 200 });
  return read(body.runId);
}

const differences = (left: Shown, right: Shown) =>
  alignRuns(left.rows, right.rows)
    .filter(({ verdict }) => verdict !== 'same')
    .map(({ left: one, right: other, verdict }) => `${verdict} ${nameOf(one ?? other)}`);

function nameOf(row: StepRow | undefined): string {
  if (row?.step.kind === 'tool') return row.step.name;
  return row?.step.kind ?? '';
}

const callOf = ({ rows }: Shown, name: string, depth = 0) => {
  const found = rows.find(
    ({ step, depth: at }) => at === depth && step.kind === 'tool' && step.name === name,
  );
  if (found?.step.kind !== 'tool') throw new Error(`No call of ${name}.`);
  return found.step;
};

// K2
describe('a replay', () => {
  it('has the steps of sub-agents, and of their sub-agents: no step differs', async () => {
    const first = await run('desk');
    expect(first.rows.length).toBeGreaterThan(15);
    expect(Math.max(...first.rows.map(({ depth }) => depth))).toBe(2);
    const again = await replay(first);
    expect(differences(first, again)).toEqual([]);
    expect(again.rows.every(({ step }) => step.replayed)).toBe(true);
    expect(callOf(again, 'look').logs).toMatchObject([{ message: 'Looking at hill' }]);
    expect(differences(first, await replay(again))).toEqual([]);
  });

  it('says that nobody paid for its tokens', async () => {
    const first = await run('desk');
    expect(first.summary).toMatchObject({
      toolCalls: 5,
      usage: { inputTokens: 700, outputTokens: 70 },
    });
    expect(first.summary).not.toHaveProperty('recorded');
    const { summary } = await replay(first);
    expect(summary).not.toHaveProperty('usage');
    expect(summary).toMatchObject({ toolCalls: 5, recorded: { inputTokens: 700, outputTokens: 70 } });
  });

  it.each(['front', 'sender'])('repeats handoffs and waiting calls: %s', async (agent) => {
    const first = await run(agent);
    const again = await replay(first);
    expect(again.summary.status).toBe(first.summary.status);
    expect(differences(first, again)).toEqual([]);
  });

  it('repeats that a run waited and went on', async () => {
    const { runId, summary } = await run('sender');
    const decision = { [summary.pending?.[0]?.callId ?? '']: { approved: true } };
    await studio.post(`/api/runs/${runId}/decisions`, decision);
    await studio.until(`/api/runs/${runId}`, (body) => body.summary.status === 'completed' || undefined);
    const first = await read(runId);
    expect(first.rows.map(({ step }) => step.kind)).toContain('approval');
    const again = await replay(first);
    expect(differences(first, again)).toEqual([]);
    expect(again.summary).toMatchObject({ status: 'completed', recorded: { inputTokens: 200 } });
    const other = await replay(first, {
      kind: 'result',
      callId: callOf(first, 'send').callId,
      result: 'lost',
    });
    expect(other.summary.status).toBe('completed');
    expect(differences(first, other)).toEqual(['changed send']);
  });

  it('of a run that waits cannot be decided: that is for the original', async () => {
    const again = await replay(await run('sender'));
    expect(again.summary).toMatchObject({
      status: 'paused',
      controllable: false,
      undecidable: expect.stringContaining('Decide in the original run.'),
    });
    const decision = { [again.summary.pending?.[0]?.callId ?? '']: { approved: true } };
    expect((await studio.post(`/api/runs/${again.runId}/decisions`, decision)).status).toBe(400);
  });

  it('repeats retries, warnings and what went over the wire, of runs from elsewhere too, with their durations', async () => {
    const type = { 'content-type': 'application/x-ndjson' };
    await studio.post('/api/attach', richRun('rich', Date.now() - 60_000), type);
    const first = await read('rich');
    const again = await replay(first);
    expect(differences(first, again)).toEqual([]);
    expect(again.summary).toMatchObject({
      durationMs: first.summary.durationMs,
      recorded: { inputTokens: 3_530, outputTokens: 204, cost: 0.0048 },
    });
    expect(again.rows[1]?.step).toMatchObject({ retries: [{ attempt: 1 }], exchanges: [{}, {}] });
  });

  it('of a run that has not ended is refused, and a forged time does no harm', async () => {
    const info = { runId: 'open', agent: 'support' };
    const lines = new RunLines(Date.now()).add(info, { type: 'run-start', input: 'Hi', tools: 0 });
    const type = { 'content-type': 'application/x-ndjson' };
    await studio.post('/api/attach', lines.toString(), type);
    const refused = await studio.post('/api/runs/open/replay', {});
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_RUN' } } });
    const late = '+275760-09-13T00:00:00.000Z';
    const event = (time: string, rest: object) =>
      JSON.stringify({ time, runId: 'odd', agent: 'support', ...rest });
    const odd = [
      event('-271821-04-20T00:00:00.000Z', { type: 'run-start', input: 'Hi', tools: 0 }),
      event(late, { type: 'run-interrupted', reason: 'gone' }),
    ];
    await studio.post('/api/attach', odd.join('\n'), type);
    expect((await studio.post('/api/runs/odd/replay', {})).status).toBe(200);
  });
});

// K2
describe('a branch', () => {
  it('from a result keeps the steps of sub-agents: one step differs', async () => {
    const first = await run('desk');
    const { callId } = callOf(first, 'look');
    const branch = { kind: 'result', callId, result: { seen: 'nothing' } };
    const other = await replay(first, branch);
    expect(differences(first, other)).toEqual(['changed look']);
    expect(other.summary).toMatchObject({
      status: 'completed',
      usage: { inputTokens: 200, outputTokens: 20 },
      recorded: { inputTokens: 500, outputTokens: 50 },
    });
    const isReplayed = (name: string) => callOf(other, name).replayed;
    expect([isReplayed('guide'), isReplayed('look')]).toEqual([true, undefined]);
    expect(other.rows.at(-1)?.step.replayed).toBeUndefined();
  });

  it('from the result of the sub-agent itself shows how that came about', async () => {
    const first = await run('desk');
    const { callId } = callOf(first, 'guide');
    const other = await replay(first, { kind: 'result', callId, result: 'Nothing there.' });
    expect(differences(first, other)).toEqual(['changed guide']);
  });

  it('from a later reply keeps what was before, and executes nothing of it again', async () => {
    const first = await run('desk');
    const other = await replay(first, { kind: 'reply', step: 1, text: 'Look once more.' });
    expect(differences(first, other)).toEqual(['changed model']);
    expect(callOf(other, 'guide').replayed).toBe(true);
    expect(other.rows.filter(({ step }) => step.kind === 'start')).toHaveLength(3);
  });

  it('after a handoff continues with the agent that took over', async () => {
    const first = await run('front');
    expect(first.rows.map(nameOf)).toContain('mark');
    const { callId } = callOf(first, 'look');
    const other = await replay(first, { kind: 'result', callId, result: 'paid' });
    expect(differences(first, other)).toEqual(['changed look']);
    expect(other.rows.at(-1)?.step).toMatchObject({ result: { finalResponse: 'Billing has it.' } });
  });

  it('of a run from elsewhere has its retries and sub-agents', async () => {
    const type = { 'content-type': 'application/x-ndjson' };
    await studio.post('/api/attach', richRun('rich-2', Date.now() - 60_000), type);
    const first = await read('rich-2');
    const other = await replay(first, { kind: 'result', callId: 'call_1', result: { state: 'lost' } });
    const found = differences(first, other);
    // The real agent answers otherwise.
    expect(found[0]).toBe('changed find_order');
    expect(found.filter((one) => !/model|end|find_order/.test(one))).toEqual([]);
    expect(other.rows.some(({ step }) => step.kind === 'mark' && step.mark === 'retry')).toBe(true);
  });

  it('from the result of a call of a program executes the program again, up to there with the recorded outcomes', async () => {
    const approve = async ({ runId, summary }: Shown) => {
      expect(summary).toMatchObject({ status: 'paused', pending: [{ name: 'send' }] });
      const decision = { [summary.pending?.[0]?.callId ?? '']: { approved: true } };
      await studio.post(`/api/runs/${runId}/decisions`, decision);
      await studio.until(`/api/runs/${runId}`, (body) => body.summary.status === 'completed' || undefined);
      return read(runId);
    };
    const first = await approve(await run('coder'));
    const calls = first.rows.flatMap(({ step, depth }) => (step.kind === 'tool' ? [[step.name, depth]] : []));
    expect(calls).toEqual([
      ['runProgram', 0],
      ['look', 1],
      ['look', 1],
      ['send', 1],
      ['look', 1],
    ]);
    expect(differences(first, await replay(first))).toEqual([]);
    expect(first.summary.toolCalls).toBe(5);
    const { inner, callId } = callOf(first, 'runProgram');
    const branchAt = (id: string | undefined, result: object | string) =>
      replay(first, { kind: 'result', callId: id, result });

    // The person is asked again, because the program has not sent anything yet.
    const early = await branchAt(inner[1]?.callId, { seen: 'valley' });
    expect(callOf(early, 'runProgram').inner).toMatchObject([
      { replayed: true, outcome: { result: { seen: 'sea' } } },
      { outcome: { result: { seen: 'valley' } } },
    ]);
    expect(callOf(await approve(early), 'runProgram').outcome).toMatchObject({
      result: { seen: 'after valley' },
    });
    const late = await branchAt(inner[2]?.callId, 'lost');
    expect(late.summary.status).toBe('completed');
    expect(differences(first, late)).toEqual(['changed send']);
    expect(differences(first, await branchAt(callId, 'x'))).toEqual(['changed runProgram']);
  });

  it('of a program that was approved as a whole asks about it again', async () => {
    let shown = await run('planned');
    const decide = async () => {
      const decision = { [shown.summary.pending?.[0]?.callId ?? '']: { approved: true } };
      await studio.post(`/api/runs/${shown.runId}/decisions`, decision);
      await studio.until(`/api/runs/${shown.runId}`, ({ summary }) =>
        summary.pending?.[0]?.name === shown.summary.pending?.[0]?.name || summary.status === 'running'
          ? undefined
          : summary,
      );
      shown = await read(shown.runId);
    };
    expect(shown.summary.pending).toMatchObject([{ name: 'approveProgram' }]);
    await decide();
    await decide();
    expect(shown.summary.status).toBe('completed');
    const sent = callOf(shown, 'runProgram').inner.find(({ name }) => name === 'send');
    shown = await replay(shown, { kind: 'result', callId: sent?.callId, result: 'lost' });
    expect(shown.summary).toMatchObject({ status: 'paused', pending: [{ name: 'approveProgram' }] });
    await decide();
    expect(shown.summary.status).toBe('completed');
    const { inner } = callOf(shown, 'runProgram');
    expect(inner.map(({ name, outcome }) => [name, outcome?.result])).toEqual([
      ['approveProgram', 'agreed'],
      ['look', { seen: 'sea' }],
      ['look', { seen: 'hill' }],
      ['send', 'lost'],
      ['look', { seen: 'after hill' }],
    ]);
  });
});
