import type { JsonObject, ToolOutcome, ToolSpec } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../../agent/agent.js';
import type { AgentConfig } from '../../agent/agent-config.js';
import { type StubTool, stubTools } from '../../calls/stub-tools.test.support.js';
import type { ToolSource } from '../../calls/tool-source.js';
import { collect } from '../collect.test.support.js';
import type { InnerCall } from './inner-call-types.js';
import { innerCallsOf } from './inner-calls.js';

type Step = readonly InnerCall[];
type Program = (outcomes: readonly (readonly ToolOutcome[])[]) => Step | undefined;

/** Creates a source whose only visible tool executes a program: a function from the outcomes so far to the next calls. */
function programs(
  program: Program,
  tools: Readonly<Record<string, StubTool>>,
  annotations: Readonly<Record<string, ToolSpec['annotations']>> = {},
) {
  const inner = stubTools(tools, annotations);
  const outer = stubTools({
    program: async (_, { state, callId }) => {
      const calls = innerCallsOf({ state, callId });
      const outcomes: (readonly ToolOutcome[])[] = [];
      for (let step = program(outcomes); step !== undefined; step = program(outcomes)) {
        const given = await calls?.run(step);
        if (given === undefined || typeof given === 'string') return given ?? 'no run';
        outcomes.push(given);
      }
      return outcomes.flat().map(({ result, error }) => error ?? result);
    },
  });
  const source: ToolSource = {
    listTools: () => outer.listTools(),
    listInnerTools: () => inner.listTools(),
    execute: (name, args, execution) =>
      execution.inner ? inner.execute(name, args, execution) : outer.execute(name, args, execution),
  };
  return { source, executed: inner.executed };
}

const call = (name: string, args: JsonObject = {}): InnerCall => ({ name, args });
const twice: Program = (done) =>
  [[call('look', { n: 1 }), call('look', { n: 2 })], [call('pay')]][done.length];
const script = (): ReturnType<typeof scriptedModel> =>
  scriptedModel([{ toolCalls: [{ id: 'c', name: 'program' }] }, 'done']);
const agentOf = (source: ToolSource, config: Partial<AgentConfig> = {}): Agent =>
  new Agent({ llmClient: script(), toolRegistry: source, approvalKey: false, ...config });
const TOOLS = { look: ({ n }: { n?: unknown }) => `seen ${String(n)}`, pay: () => 'paid' };

// J4
describe('calls that a tool makes', () => {
  it('are told with the tags of their tools', async () => {
    const { source } = programs(twice, TOOLS, { look: { tags: ['reads'] } });
    const events = await collect(agentOf(source).runStream('go'));
    expect(events.flatMap((event) => (event.type === 'tool-call' ? [[event.name, event.tags]] : []))).toEqual(
      [
        ['program', undefined],
        ['look', ['reads']],
        ['look', ['reads']],
        ['pay', undefined],
      ],
    );
  });

  it('are calls of the run, with the tool as their parent', async () => {
    const { source } = programs(twice, TOOLS);
    const events = await collect(agentOf(source).runStream('go'));
    const told = events.flatMap((event) =>
      event.type === 'tool-call' || event.type === 'tool-result'
        ? [[event.type, event.callId, event.parentCallId]]
        : [],
    );
    expect(told).toEqual([
      ['tool-call', 'c', undefined],
      ['tool-call', 'c/1', 'c'],
      ['tool-call', 'c/2', 'c'],
      ['tool-result', 'c/1', 'c'],
      ['tool-result', 'c/2', 'c'],
      ['tool-call', 'c/3', 'c'],
      ['tool-result', 'c/3', 'c'],
      ['tool-result', 'c', undefined],
    ]);
    const end = events.at(-1);
    const { toolCalls } = end?.type === 'run-end' ? end.result : { toolCalls: [] };
    expect(toolCalls.map(({ callId, outcome }) => [callId, outcome.result])).toEqual([
      ['c/1', 'seen 1'],
      ['c/2', 'seen 2'],
      ['c/3', 'paid'],
      ['c', ['seen 1', 'seen 2', 'paid']],
    ]);
  });

  it('are not offered to the model, which cannot call them', async () => {
    const { source, executed } = programs(twice, TOOLS);
    const llmClient = scriptedModel([{ toolCalls: [{ id: 'c', name: 'pay' }] }, 'done']);
    const result = await agentOf(source, { llmClient }).run('go');
    expect(executed).toEqual([]);
    expect(result.toolCalls[0]?.outcome.error).toContain("'pay'");
    expect(llmClient.requests[0]?.tools.map(({ name }) => name)).toEqual(['program']);
  });

  it('count towards budgets, and policies decide on them', async () => {
    const { source, executed } = programs(twice, TOOLS);
    const policies = [
      {
        name: 'no-two',
        beforeTool: ({ args }: { args: JsonObject | undefined }) =>
          args?.n === 2 ? { refuse: 'no' } : undefined,
      },
    ];
    const result = await agentOf(source, { policies, budget: { toolCalls: 2 } }).run('go');
    expect(executed.map(({ name }) => name)).toEqual(['look']);
    expect(result.toolCalls.map(({ callId, outcome }) => [callId, outcome.error === null])).toEqual([
      ['c/1', true],
      ['c/2', false],
      ['c/3', false],
      ['c', true],
    ]);
  });

  it('run side by side, but a destructive one alone', async () => {
    let running = 0;
    const seen: number[] = [];
    const work: StubTool = async () => {
      seen.push(++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
    };
    const program: Program = (done) =>
      done.length === 0 ? [call('look'), call('look'), call('drop'), call('look')] : undefined;
    const { source } = programs(program, { look: work, drop: work }, { drop: { destructive: true } });
    await agentOf(source).run('go');
    expect(seen).toEqual([1, 2, 1, 1]);
  });

  it('mark what their tool returns as untrusted if one of them is', async () => {
    const { source } = programs(twice, TOOLS);
    const policies = [
      {
        name: 'mark',
        afterTool: (outcome: ToolOutcome) => ({ change: { ...outcome, untrusted: true as const } }),
      },
    ];
    const result = await agentOf(source, { policies }).run('go');
    expect(result.toolCalls.at(-1)?.outcome.untrusted).toBe(true);
  });
});

// J5
describe('a call of a tool that needs approval', () => {
  const needs = { pay: { needsApproval: true } } as const;
  const json = <T>(value: T): T => JSON.parse(JSON.stringify(value));

  it('pauses the run, which continues without repeating what ran', async () => {
    const before = programs(twice, TOOLS, needs);
    const paused = await agentOf(before.source).run('go');
    expect(paused.status).toBe('paused');
    expect(paused.paused?.pending).toEqual([{ callId: 'c/3', name: 'pay', arguments: '{}' }]);
    expect(before.executed.map(({ name }) => name)).toEqual(['look', 'look']);
    const after = programs(twice, TOOLS, needs);
    const agent = agentOf(after.source, { llmClient: scriptedModel(['done']) });
    const result = await agent.resume(json(paused.paused), { 'c/3': { approved: true } });
    expect(after.executed.map(({ name }) => name)).toEqual(['pay']);
    expect(result.toolCalls.map(({ callId }) => callId)).toEqual(['c/1', 'c/2', 'c/3', 'c']);
    expect(result.toolCalls.at(-1)?.outcome.result).toEqual(['seen 1', 'seen 2', 'paid']);
  });

  it('is answered with the refusal, which the tool may handle', async () => {
    const paused = await agentOf(programs(twice, TOOLS, needs).source).run('go');
    const after = programs(twice, TOOLS, needs);
    const agent = agentOf(after.source, { llmClient: scriptedModel(['done']) });
    const result = await agent.resume(json(paused.paused), {
      'c/3': { approved: false, reason: 'too dear' },
    });
    expect(after.executed).toEqual([]);
    expect(result.toolCalls.at(-1)?.outcome.result).toEqual([
      'seen 1',
      'seen 2',
      expect.stringContaining('too dear'),
    ]);
  });

  it('holds the other calls of its step, and takes arguments that the person changed', async () => {
    const mixed: Program = (done) => [[call('look', { n: 1 }), call('pay', { n: 2 })]][done.length];
    const before = programs(mixed, TOOLS, needs);
    const paused = await agentOf(before.source).run('go');
    expect(before.executed).toEqual([]);
    const after = programs(mixed, TOOLS, needs);
    const agent = agentOf(after.source, { llmClient: scriptedModel(['done']) });
    await agent.resume(json(paused.paused), { 'c/2': { approved: true, arguments: { n: 1 } } });
    expect(after.executed).toEqual([
      { name: 'look', args: { n: 1 } },
      { name: 'pay', args: { n: 1 } },
    ]);
  });

  it.each([
    ['other arguments before the pause', [[call('look', { n: 9 }), call('look', { n: 2 })], [call('pay')]]],
    ['another tool at the pause', [[call('look', { n: 1 }), call('look', { n: 2 })], [call('look')]]],
    [
      'more calls at the pause',
      [
        [call('look', { n: 1 }), call('look', { n: 2 })],
        [call('pay'), call('pay')],
      ],
    ],
    ['fewer calls', [[call('look', { n: 1 })], [call('pay')]]],
  ])('is stale if its tool makes %s', async (_, steps) => {
    const paused = await agentOf(programs(twice, TOOLS, needs).source).run('go');
    const after = programs((done) => steps[done.length], TOOLS, needs);
    const agent = agentOf(after.source, { llmClient: scriptedModel(['done']) });
    const result = await agent.resume(json(paused.paused), { 'c/3': { approved: true } });
    expect([result.status, result.errorCode]).toEqual(['error', 'STALE_PROGRAM']);
    expect(after.executed.filter(({ name }) => name === 'pay')).toEqual([]);
  });

  it('is not executed if the person was shown another call', async () => {
    const { source } = programs(twice, TOOLS, needs);
    const { paused } = json(await agentOf(source).run('go'));
    if (paused === undefined) throw new Error('The run did not pause.');
    const shown = { callId: 'c/7', name: 'pay', arguments: '{}' };
    const elsewhere = { ...paused, pending: [shown] };
    await expect(agentOf(source).resume(elsewhere, { 'c/7': { approved: true } })).rejects.toMatchObject({
      code: 'INVALID_RUN',
    });
    // The same, but changed on the inside as well.
    for (const change of [
      (text: string) => text.replaceAll('"arguments":"{}"', '"arguments":"{\\"n\\":1}"'),
      (text: string) => text.replaceAll('"name":"pay","arguments"', '"name":"look","arguments"'),
      (text: string) => text.replace('"texts":["{}"]', '"texts":5'),
      (text: string) => text.replace('"made":[', '"made":[5,'),
    ]) {
      const after = programs(twice, TOOLS, needs);
      const agent = agentOf(after.source, { llmClient: scriptedModel(['done']) });
      const forged = JSON.parse(change(JSON.stringify(paused)));
      const result = await agent.resume(forged, { 'c/3': { approved: true } });
      expect([result.status, result.errorCode]).toEqual(['error', 'INVALID_RUN']);
      expect(after.executed).toEqual([]);
    }
  });

  it('pauses together with a sub-agent that waits', async () => {
    const pay = stubTools({ pay: () => 'paid by sub' }, { pay: { needsApproval: true } });
    const sub = new Agent({
      name: 'sub',
      llmClient: scriptedModel([{ toolCalls: [{ id: 's', name: 'pay' }] }, 'sub done', 'sub done']),
      toolRegistry: pay,
    }).asTool();
    const program: Program = (done) => [[call('look', { n: 1 }), call('sub', { task: 'pay' })]][done.length];
    const make = () =>
      programs(program, {
        ...TOOLS,
        sub: (args, execution) => sub.execute(args as never, { ...execution, app: undefined } as never),
      });
    const before = make();
    const paused = await agentOf(before.source).run('go');
    expect(paused.paused?.pending).toEqual([{ callId: 'c/2/s', name: 'pay', arguments: '{}', agent: 'sub' }]);
    const after = make();
    const agent = agentOf(after.source, { llmClient: scriptedModel(['done']) });
    const result = await agent.resume(json(paused.paused), { 'c/2/s': { approved: true } });
    expect(pay.executed.map(({ name }) => name)).toEqual(['pay']);
    expect(after.executed.map(({ name }) => name)).toEqual(['sub']);
    expect(result.toolCalls.at(-1)?.outcome.result).toEqual(['seen 1', 'sub done']);
  });
});
