import type { AgentEvent } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import type { AgentToolOptions } from '../agent/agent-tool.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { type Wording, wordings } from '../protocols/wording.test.support.js';
import { collect, outline, unpaired } from '../run/collect.test.support.js';
import { pausedOf } from './eraser.test.support.js';

const usage = { inputTokens: 10, outputTokens: 1 };

/** A boss with its own tool and a clerk, who erases files after a person's approval. */
function office(
  boss: readonly ScriptStep[],
  clerk: readonly ScriptStep[],
  config: { boss?: Partial<AgentConfig>; clerk?: Partial<AgentConfig>; tool?: AgentToolOptions } = {},
) {
  const files = stubTools(
    { erase: ({ path }) => `erased ${String(path)}`, look: () => 'seen' },
    { erase: { needsApproval: true } },
  );
  const rung: string[] = [];
  const ring = new FunctionTool({
    name: 'ring',
    description: 'Rings.',
    parameters: { type: 'object', properties: {} },
    fn: () => `rung ${rung.push('x')}`,
  });
  const build = (steps: readonly ScriptStep[], replies: readonly ScriptStep[]) => {
    const sub = new Agent({
      name: 'clerk',
      llmClient: scriptedModel(replies),
      toolRegistry: files,
      systemPrompt: 'File.',
      ...config.clerk,
    });
    const toolRegistry = new ToolRegistry().register(sub.asTool(config.tool)).register(ring);
    return new Agent({ name: 'boss', llmClient: scriptedModel(steps), toolRegistry, ...config.boss });
  };
  return { agent: build(boss, clerk), build, files, rung };
}

const ask = (id: string, task = 'tidy') => ({ id, name: 'clerk', arguments: { task } });
const erase = (id: string, path: string) => ({ id, name: 'erase', arguments: { path } });

/** Repeats the last message. */
const repeat: ScriptStep = ({ messages }) => String(messages.at(-1)?.content);

const yes = { approved: true } as const;

describe.each(wordings)(
  'in the protocol $protocol, an approval that a sub-agent needs',
  ({ protocol, calls, answer }: Wording) => {
    it('pauses the parent run, and both continue after it', async () => {
      const { agent, files } = office(
        [calls({ name: 'clerk', arguments: { task: 'tidy' } }), answer('All tidy.')],
        [calls({ name: 'erase', arguments: { path: 'a' } }), answer('Gone.')],
        { boss: { protocol }, clerk: { protocol } },
      );
      const first = await agent.run('Tidy up.');
      expect(first).toMatchObject({ status: 'paused', toolCalls: [] });
      expect(agent.memory).toEqual([]);
      const paused = pausedOf(first);
      expect(paused).toMatchObject({ agent: 'boss', pending: [{ name: 'erase', agent: 'clerk' }] });
      const id = paused.pending[0]?.callId ?? '';
      const result = await agent.resume(paused, { [id]: yes });
      expect(result).toMatchObject({ status: 'completed', finalResponse: 'All tidy.', runId: first.runId });
      expect(result.toolCalls).toMatchObject([{ name: 'clerk', outcome: { result: 'Gone.', error: null } }]);
      expect(files.executed).toEqual([{ name: 'erase', args: { path: 'a' } }]);
      expect(agent.memory).toEqual(result.messages);
      expect(unpaired(agent.memory)).toEqual([]);
    });
  },
);

describe('an approval that a sub-agent needs', () => {
  const step = { toolCalls: [ask('c')], usage };

  it('that is denied is reported to the sub-agent', async () => {
    const { agent } = office([step, 'Well.'], [{ toolCalls: [erase('e', 'a')] }, repeat]);
    const result = await agent.resume(pausedOf(await agent.run('go')), {
      'c/e': { approved: false, reason: 'keep it' },
    });
    expect(result.toolCalls[0]?.outcome.result).toBe('Tool error: A person has denied this call: keep it');
  });

  it('can be given in another process with new agents', async () => {
    const { agent, build, files } = office([step], [{ toolCalls: [erase('e', 'a')], usage }]);
    const paused = pausedOf(await agent.run('go'));
    const other = build([{ text: 'Over.', usage }], [{ text: 'Gone.', usage }]);
    const result = await other.resume(paused, { 'c/e': yes });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Over.', iteration: 2 });
    expect(result.usage).toEqual({ inputTokens: 40, outputTokens: 4 });
    expect(files.executed).toHaveLength(1);
  });

  it('lets the other calls of the reply finish, and executes none of them twice', async () => {
    const { agent, rung, files } = office(
      [{ toolCalls: [{ id: 'r', name: 'ring' }, ask('c'), ask('d')] }, 'Over.'],
      [{ toolCalls: [erase('e', 'a')] }, { toolCalls: [erase('e', 'b')] }, repeat, repeat],
      { boss: { budget: { toolCalls: 6 }, dedupe: 'per-run' }, clerk: {} },
    );
    const paused = pausedOf(await agent.run('go'));
    expect(paused.pending.map(({ callId }) => callId)).toEqual(['c/e', 'd/e']);
    expect(rung).toHaveLength(1);
    const stream = agent.resumeStream(paused, { 'c/e': yes, 'd/e': { approved: false } });
    const events = await collect(stream);
    const result = await stream.result;
    expect(rung).toHaveLength(1);
    expect(files.executed).toHaveLength(1);
    expect(result.toolCalls.map(({ callId, outcome }) => [callId, outcome.result])).toEqual([
      ['r', 'rung 1'],
      ['c', 'erased a'],
      ['d', 'Tool error: A person has denied this call.'],
    ]);
    expect(result.status).toBe('completed');
    expect(events.flatMap((event) => (event.type === 'tool-call' ? [event.callId] : []))).toEqual(['c', 'd']);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it('may be needed again, also after an approval in the parent run', async () => {
    const { agent, files } = office(
      [step, 'Over.'],
      [{ toolCalls: [erase('e', 'a')] }, { toolCalls: [erase('f', 'b')] }, 'Gone.'],
      { tool: { annotations: { needsApproval: true } } },
    );
    const first = pausedOf(await agent.run('go'));
    expect(first.pending).toEqual([{ callId: 'c', name: 'clerk', arguments: '{"task":"tidy"}' }]);
    const second = pausedOf(await agent.resume(first, { c: yes }));
    expect(second.pending.map(({ callId }) => callId)).toEqual(['c/e']);
    const third = pausedOf(await agent.resume(second, { 'c/e': yes }));
    expect(third.pending.map(({ callId }) => callId)).toEqual(['c/f']);
    expect(await agent.resume(third, { 'c/f': yes })).toMatchObject({ status: 'completed' });
    expect(files.executed.map(({ args }) => args)).toEqual([{ path: 'a' }, { path: 'b' }]);
  });

  it('delays a handoff in the same reply until it is given', async () => {
    const billing = new Agent({
      name: 'billing',
      llmClient: scriptedModel(['Your bill.']),
      systemPrompt: 'Bill.',
    });
    const { agent } = office(
      [{ toolCalls: [{ id: 't', name: 'transfer_to_billing' }, ask('c')] }],
      [{ toolCalls: [erase('e', 'a')] }, 'Gone.'],
      { boss: { handoffs: [billing.asHandoff()] } },
    );
    const paused = pausedOf(await agent.run('go'));
    const result = await agent.resume(paused, { 'c/e': yes });
    expect(result).toMatchObject({ status: 'completed', agent: 'billing', finalResponse: 'Your bill.' });
    const { agent: other } = office([], []);
    await expect(other.resume(paused, { 'c/e': yes })).rejects.toMatchObject({ code: 'STALE_RUN' });
  });

  it('may pass through several agents', async () => {
    const { agent: boss } = office([step, 'Done.'], [{ toolCalls: [erase('e', 'a')] }, 'Gone.']);
    const toolRegistry = new ToolRegistry().register(boss.asTool());
    const llmClient = scriptedModel([
      { toolCalls: [{ id: 'b', name: 'boss', arguments: { task: 'x' } }] },
      'Over.',
    ]);
    const owner = new Agent({ name: 'owner', llmClient, toolRegistry });
    const paused = pausedOf(await owner.run('go'));
    expect(paused.pending).toEqual([
      { callId: 'b/c/e', name: 'erase', arguments: '{"path":"a"}', agent: 'clerk' },
    ]);
    const result = await owner.resume(paused, { 'b/c/e': yes });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Over.' });
    expect(result.toolCalls[0]?.outcome.result).toBe('Done.');
  });

  it('is announced by an event of the parent run, after the results of the other calls', async () => {
    const logged: [string, AgentEvent['type']][] = [];
    const logger = { log: ({ type }: AgentEvent, run: { agent: string }) => logged.push([run.agent, type]) };
    const { agent } = office(
      [{ toolCalls: [{ name: 'ring' }, ask('c')] }],
      [{ toolCalls: [erase('e', 'a')] }],
      {
        boss: { logger },
      },
    );
    const events = await collect(agent.runStream('go'));
    expect(outline(events).slice(-5)).toEqual([
      'tool-call',
      'tool-call',
      'tool-result',
      'approval-request',
      'run-end',
    ]);
    expect(logged.filter(([, type]) => type === 'approval-request')).toEqual([
      ['clerk', 'approval-request'],
      ['boss', 'approval-request'],
    ]);
  });

  it('is not waited for if the run is aborted or nobody reads its stream: the call gets an error', async () => {
    for (const leave of [true, false]) {
      const { agent } = office(
        [{ toolCalls: [ask('c'), { id: 'r', name: 'ring' }] }],
        [{ toolCalls: [erase('e', 'a')] }],
      );
      const controller = new AbortController();
      const stream = agent.runStream('go', { signal: controller.signal });
      for await (const event of stream) {
        if (event.type !== 'tool-result') continue;
        if (leave) break;
        controller.abort();
      }
      const result = await stream.result;
      expect(result).toMatchObject({ status: 'aborted' });
      expect(result.paused).toBeUndefined();
      expect(unpaired(agent.memory)).toEqual([]);
      expect(agent.memory).toEqual(result.messages);
    }
  });

  it('fails if the parent cannot pause, as in a run that a tool starts', async () => {
    const { agent: boss } = office([step, 'Done.'], [{ toolCalls: [erase('e', 'a')] }, repeat]);
    const toolRegistry = stubTools({
      start: async (_, { state, signal }) =>
        (await boss.run('go', { parent: { state, signal } })).toolCalls[0]?.outcome.result,
    });
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'start' }] }, 'Over.']);
    const result = await new Agent({ llmClient, toolRegistry }).run('go');
    expect(result.status).toBe('completed');
    expect(result.toolCalls[0]?.outcome.result).toMatch(/needs a person's approval, but nobody can be asked/);
  });

  it('is refused if the sub-agent has changed: its call reports that, and nothing is executed', async () => {
    const { agent, files } = office([step], [{ toolCalls: [erase('e', 'a')] }]);
    const paused = pausedOf(await agent.run('go'));
    const { agent: other } = office([repeat], [], {
      clerk: { toolRegistry: stubTools({ erase: () => 'erased' }) },
    });
    const result = await other.resume(paused, { 'c/e': yes });
    expect(result.finalResponse).toMatch(/The tools have changed since the run was paused; gone: look/);
    expect(files.executed).toEqual([]);
  });

  it('cannot be forged: nested paused runs are checked', async () => {
    const { agent } = office([step], [{ toolCalls: [erase('e', 'a')] }]);
    const paused = pausedOf(await agent.run('go'));
    for (const nested of [{ c: {} }, [], { c: { ...paused, version: 0 } }]) {
      const broken = { ...paused, data: { ...paused.data, nested } };
      await expect(agent.resume(broken, { 'c/e': yes })).rejects.toMatchObject({ code: 'INVALID_RUN' });
    }
    await expect(agent.resume(paused, {})).rejects.toThrow('There is no decision about c/e.');
  });
});
