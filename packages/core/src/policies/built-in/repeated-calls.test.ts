import type { ToolCallRecord } from '@toolwright/contract';
import { type ScriptedCall, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../../agent/agent.js';
import type { AgentConfig } from '../../agent/agent-config.js';
import { type StubTool, stubTools } from '../../calls/stub-tools.test.support.js';
import { collect } from '../../run/collect.test.support.js';
import { RepeatedCalls, repetitionKey } from './repeated-calls.js';

function agentFor(
  replies: readonly (readonly ScriptedCall[])[],
  tool: StubTool,
  config: Partial<AgentConfig> = {},
) {
  const llmClient = scriptedModel([...replies.map((toolCalls) => ({ toolCalls })), 'Done.', 'Done.']);
  const annotations = { write: { destructive: true } };
  const toolRegistry = stubTools({ read: tool, write: () => 'written' }, annotations);
  return { toolRegistry, agent: new Agent({ llmClient, toolRegistry, dedupe: 'per-run', ...config }) };
}

const read = (args: object | string = {}): ScriptedCall => ({ name: 'read', arguments: args });
const write: ScriptedCall = { name: 'write', arguments: { path: 'a' } };

// C9
describe('with dedupe: per-run', () => {
  it('a call that repeats a successful one is not executed, and the model gets the earlier result', async () => {
    const { agent, toolRegistry } = agentFor(
      [[read({ q: 1, page: 2 })], [read('{ "page": 2, "q": 1.0 }')], [read({ q: 1 })]],
      (args) => args,
    );
    const result = await agent.run('go');
    expect(toolRegistry.executed.map(({ args }) => args)).toEqual([{ q: 1, page: 2 }, { q: 1 }]);
    expect(result.toolCalls.map(({ repeated, outcome }) => [repeated, outcome.result])).toEqual([
      [undefined, { q: 1, page: 2 }],
      [true, { q: 1, page: 2 }],
      [undefined, { q: 1 }],
    ]);
    expect(result.messages[4]?.content).toBe(
      'You already made this call, so it was not executed again. Its result was:\n{"q":1,"page":2}',
    );
  });

  it('a call that failed may be retried, and its success counts', async () => {
    let attempts = 0;
    const { agent, toolRegistry } = agentFor([[read()], [read()], [read()]], () => {
      if (++attempts === 1) throw new Error('busy');
      return attempts;
    });
    const { toolCalls } = await agent.run('go');
    expect(toolRegistry.executed).toHaveLength(2);
    expect(toolCalls.map(({ outcome, repeated }) => [outcome.error ?? outcome.result, repeated])).toEqual([
      ['busy', undefined],
      [2, undefined],
      [2, true],
    ]);
  });

  it('of equal calls in one reply, one is executed; if it fails, the next one is tried', async () => {
    let attempts = 0;
    const flaky: StubTool = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (++attempts === 1) throw new Error('busy');
      return attempts;
    };
    const { agent } = agentFor([[read(), read(), read(), read({ n: 1 })]], flaky);
    const { toolCalls } = await agent.run('go');
    expect(toolCalls.map(({ outcome, repeated }) => [outcome.error ?? outcome.result, repeated])).toEqual([
      ['busy', undefined],
      [3, undefined],
      [3, true],
      [2, undefined],
    ]);
  });

  it('a destructive call is always executed, and earlier reads may then be repeated', async () => {
    const { agent, toolRegistry } = agentFor([[read()], [write], [write], [read()], [read()]], () => 'text');
    await agent.run('go');
    expect(toolRegistry.executed.map(({ name }) => name)).toEqual(['read', 'write', 'write', 'read']);
  });

  it('the next run starts anew', async () => {
    const llmClient = scriptedModel([{ toolCalls: [read()] }, 'One.', { toolCalls: [read()] }, 'Two.']);
    const toolRegistry = stubTools({ read: () => 1 });
    const agent = new Agent({ llmClient, toolRegistry, dedupe: 'per-run' });
    await agent.run('go');
    await agent.run('go');
    expect(toolRegistry.executed).toHaveLength(2);
  });

  it('malformed calls are answered each time, and repeated ones do not count toward the budget', async () => {
    const { agent } = agentFor([[read('[')], [read('[')], [read()], [read()]], () => 1, {
      budget: { toolCalls: 1 },
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed' });
    expect(result.toolCalls.map(({ outcome }) => outcome.error === null)).toEqual([false, false, true, true]);
  });

  it('a call that never ends does not block later calls forever', async () => {
    let attempts = 0;
    const hangs: StubTool = () => (++attempts === 1 ? new Promise(() => {}) : attempts);
    const { agent } = agentFor([[read(), read()], [read()]], hangs, { toolTimeoutMs: 5 });
    const { toolCalls, status } = await agent.run('go');
    expect(status).toBe('completed');
    expect(toolCalls[0]?.outcome.error).toMatch(/No answer within 5 ms/);
    expect(toolCalls[2]?.outcome).toEqual({ result: 2, error: null });
  });

  it('events mark repeated results', async () => {
    const { agent } = agentFor([[read()], [read()]], () => 1);
    const events = await collect(agent.runStream('go'));
    expect(events.flatMap((event) => (event.type === 'tool-result' ? [event.repeated] : []))).toEqual([
      undefined,
      true,
    ]);
  });
});

it('without the option, every call is executed', async () => {
  const { agent, toolRegistry } = agentFor([[read()], [read(), read()]], () => 1, { dedupe: undefined });
  await agent.run('go');
  expect(toolRegistry.executed).toHaveLength(3);
});

it('calls from before a pause count, except those before a destructive call', async () => {
  const record = (name: string, args: string, error: string | null = null): ToolCallRecord => ({
    callId: name,
    name,
    arguments: args,
    outcome: error === null ? { result: name, error } : { result: null, error },
    durationMs: 1,
  });
  const calls = new RepeatedCalls();
  calls.restore(
    [
      record('a', '{}'),
      record('write', '{}'),
      record('b', '{"n": 1}'),
      record('c', '{}', 'failed'),
      record('d', ''),
    ],
    (name) => ({ destructive: name === 'write' }),
  );
  const claim = (name: string, args: object) => {
    const key = repetitionKey({ name, args: { ...args } }, {});
    return key === undefined ? undefined : calls.claim(key);
  };
  expect(await claim('a', {})).toBeUndefined();
  expect(await claim('b', { n: 1 })).toEqual({ result: 'b', error: null });
  expect(await claim('c', {})).toBeUndefined();
  expect(await claim('d', {})).toEqual({ result: 'd', error: null });
});

it('an unknown choice is refused', () => {
  // Configurations from plain JavaScript can be anything.
  const dedupe = 'always' as 'off';
  expect(() => new Agent({ llmClient: scriptedModel([]), dedupe })).toThrow("'dedupe' is 'always'.");
});
