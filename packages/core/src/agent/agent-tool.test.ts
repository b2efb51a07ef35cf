import type { AgentEvent, RunInfo } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { unpaired } from '../run/collect.test.support.js';
import { Agent } from './agent.js';
import type { AgentConfig } from './agent-config.js';
import type { AgentToolOptions } from './agent-tool.js';

const ask = (task: string, id = task): ScriptStep => ({
  toolCalls: [{ id, name: 'expert', arguments: { task } }],
});
const usage = { inputTokens: 10, outputTokens: 5 };

function family(
  parent: readonly ScriptStep[],
  child: readonly ScriptStep[],
  {
    parentConfig,
    childConfig,
    tool,
  }: {
    parentConfig?: Partial<AgentConfig>;
    childConfig?: Partial<AgentConfig>;
    tool?: AgentToolOptions;
  } = {},
) {
  const childModel = scriptedModel(child);
  const expert = new Agent({
    name: 'expert',
    description: 'Knows it.',
    llmClient: childModel,
    systemPrompt: 'Know.',
    ...childConfig,
  });
  const toolRegistry = new ToolRegistry().register(expert.asTool(tool));
  const parentModel = scriptedModel(parent);
  return {
    expert,
    childModel,
    parentModel,
    agent: new Agent({ name: 'boss', llmClient: parentModel, toolRegistry, ...parentConfig }),
  };
}

describe('an agent as a tool', () => {
  it('does a task and returns its answer as the result', async () => {
    const { agent, expert, childModel, parentModel } = family(
      [ask('How deep?'), 'It is 5 m deep.'],
      ['5 m.'],
    );
    const result = await agent.run('How deep is it?');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'It is 5 m deep.' });
    expect(result.toolCalls).toMatchObject([{ name: 'expert', outcome: { result: '5 m.', error: null } }]);
    expect(parentModel.requests[0]?.tools).toMatchObject([{ name: 'expert', description: 'Knows it.' }]);
    expect(childModel.requests[0]?.messages).toEqual([
      { role: 'system', content: 'You are expert. Knows it.\n\nKnow.' },
      { role: 'user', content: 'How deep?' },
    ]);
    expect(expert.memory).toHaveLength(1);
  });

  it('knows nothing of other tasks', async () => {
    const { agent, childModel } = family([ask('one'), ask('two'), 'Done.'], ['1', '2']);
    await agent.run('go');
    expect(childModel.requests[1]?.messages).toHaveLength(2);
  });

  it('works on several tasks at once, without crosstalk', async () => {
    const llmClient = scriptedModel.byInput((input) => [
      { toolCalls: [{ name: 'look' }] },
      `answer to ${input}`,
    ]);
    let running = 0;
    let most = 0;
    const look = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return 'seen';
    };
    const tasks = Array.from({ length: 6 }, (_, index) => `task ${index}`);
    const calls = tasks.map((task) => ({ name: 'expert', arguments: { task } }));
    const { agent } = family([{ toolCalls: calls }, 'Done.'], [], {
      childConfig: { llmClient, toolRegistry: stubTools({ look }) },
    });
    const { toolCalls } = await agent.run('go');
    expect(toolCalls.map(({ outcome }) => outcome.result)).toEqual(tasks.map((task) => `answer to ${task}`));
    expect(most).toBe(6);
  });

  it.each<[string, readonly ScriptStep[], Partial<AgentConfig>, RegExp]>([
    ['its model fails', [{ error: new Error('overloaded') }], {}, /expert gave no answer: overloaded/],
    [
      'it reaches a limit',
      [{ toolCalls: [{ name: 'x' }] }],
      { maxIterations: 1 },
      /gave no answer: the limit of iterations was reached/,
    ],
    ['it throws', [{ error: new Error('broken') }], { onFailure: 'throw' }, /broken/],
  ])('returns an error if %s', async (_, child, childConfig, expected) => {
    const { agent } = family([ask('?'), 'Sorry.'], child, { childConfig });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Sorry.' });
    expect(result.toolCalls[0]?.outcome.error).toMatch(expected);
  });

  it('returns an answer that was forced at a limit', async () => {
    const { agent } = family([ask('?'), 'Done.'], [{ toolCalls: [{ name: 'x' }] }, 'Roughly 5.'], {
      childConfig: { maxIterations: 1, onLimit: 'force-answer' },
    });
    expect((await agent.run('go')).toolCalls[0]?.outcome.result).toBe('Roughly 5.');
  });

  it('may have another name, description and timeout', async () => {
    const hang = () => new Promise(() => {});
    const { agent, parentModel } = family(
      [{ toolCalls: [{ name: 'analyze', arguments: { task: 'x' } }] }, 'Late.'],
      [{ toolCalls: [{ name: 'hang' }] }],
      {
        childConfig: { toolRegistry: stubTools({ hang }) },
        tool: { name: 'analyze', description: 'Analyzes.', timeoutMs: 20, annotations: { readOnly: true } },
      },
    );
    const result = await agent.run('go');
    expect(parentModel.requests[0]?.tools).toMatchObject([
      { name: 'analyze', description: 'Analyzes.', annotations: { readOnly: true } },
    ]);
    expect(result.toolCalls[0]?.outcome.error).toMatch(/took longer than 20 ms/);
  });

  it('ends with its parent run: an abort reaches its tools', async () => {
    const controller = new AbortController();
    const reached: unknown[] = [];
    const hang = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => reached.push(signal.reason));
      setImmediate(() => controller.abort('enough'));
      return new Promise(() => {});
    };
    const logged: string[] = [];
    const { agent } = family([ask('?')], [{ toolCalls: [{ name: 'hang' }] }], {
      childConfig: {
        toolRegistry: stubTools({ hang }),
        logger: { log: (event) => event.type === 'run-end' && logged.push(event.result.status) },
      },
    });
    const result = await agent.run('go', { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    expect(result.status).toBe('aborted');
    expect(reached).toHaveLength(1);
    expect(logged).toEqual(['aborted']);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it('logs to the logger of its parent run, as a child run', async () => {
    const seen: [AgentEvent['type'], RunInfo][] = [];
    const { agent } = family([ask('?'), 'Done.'], ['5'], {
      parentConfig: { logger: { log: (event, run) => seen.push([event.type, run]) } },
    });
    const { runId } = await agent.run('go');
    const starts = seen.filter(([type]) => type === 'run-start').map(([, run]) => run);
    expect(starts).toMatchObject([
      { agent: 'boss', runId },
      { agent: 'expert', parentRunId: runId },
    ]);
    expect(starts[0]).not.toHaveProperty('parentRunId');
  });
});

describe('the budget of a run', () => {
  const costly: ScriptStep = { toolCalls: [{ name: 'look' }], usage };
  const childConfig = { toolRegistry: stubTools({ look: () => 'seen' }) };

  it('includes its sub-agents, and stops them', async () => {
    const { agent, childModel } = family(
      [ask('?'), ask('again'), 'Done.'].map((step) => ({ ...Object(step), usage })),
      [costly, costly, costly, 'x'],
      {
        childConfig,
        parentConfig: { budget: { tokens: 45 } },
      },
    );
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'limit', limit: 'tokens', iteration: 1 });
    expect(childModel.requests).toHaveLength(2);
    expect(result.toolCalls[0]?.outcome.error).toMatch(/the limit of tokens was reached/);
    expect(result.usage).toEqual({ inputTokens: 30, outputTokens: 15 });
  });

  it('includes their tool calls and their cost', async () => {
    const steps = [
      { ...Object(ask('?')), usage },
      { text: 'Done.', usage },
    ];
    const { agent } = family(steps, [costly, costly, { text: 'x', usage }], {
      childConfig: { ...childConfig, price: () => 2 },
      parentConfig: { budget: { toolCalls: 2 }, price: () => 1 },
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ limit: 'tool-calls', cost: 5 });
  });

  it('has an unknown cost if that of a sub-agent is unknown', async () => {
    const steps = [
      { ...Object(ask('?')), usage },
      { text: 'Done.', usage },
    ];
    const { agent } = family(steps, [{ text: 'x', usage }], { parentConfig: { price: () => 1 } });
    expect(await agent.run('go')).not.toHaveProperty('cost');
  });

  it('of a sub-agent is separate', async () => {
    const { agent } = family([ask('?'), 'Done.'], [costly, costly], {
      childConfig: { ...childConfig, budget: { tokens: 15 } },
    });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
  });

  it('applies to an agent that a tool starts itself', async () => {
    const helper = new Agent({ name: 'helper', llmClient: scriptedModel([{ text: 'x', usage }]) });
    const research = new FunctionTool({
      name: 'research',
      description: 'Researches.',
      parameters: { type: 'object', properties: {} },
      fn: async (_: unknown, context) => (await helper.run('go', { parent: context })).finalResponse,
    });
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'research' }], usage }, 'Done.']);
    const agent = new Agent({ llmClient, toolRegistry: new ToolRegistry().register(research) });
    const result = await agent.run('go');
    expect(result.toolCalls[0]?.outcome.result).toBe('x');
    expect(result.usage).toEqual({ inputTokens: 20, outputTokens: 10 });
  });
});

it('agents that start each other stop at the maximum depth', async () => {
  let runs = 0;
  const toolRegistry = new ToolRegistry();
  const llmClient = scriptedModel(
    Array.from({ length: 20 }, () => ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') return String(last.content);
      runs++;
      return { toolCalls: [{ name: 'expert', arguments: { task: 'deeper' } }] };
    }),
  );
  const agent = new Agent({ name: 'expert', llmClient, toolRegistry, maxDepth: 3 });
  toolRegistry.register(agent.asTool());
  const result = await agent.run('go');
  expect(runs).toBe(4);
  expect(result.finalResponse).toMatch(/^Tool error: Agents are already nested 3 deep, which is the limit\./);
});
