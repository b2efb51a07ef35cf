import { setImmediate as turn } from 'node:timers/promises';
import { type LLMProvider, ToolwrightError, type Usage } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect, unpaired } from '../run/collect.test.support.js';

const usage: Usage = { inputTokens: 80, outputTokens: 20 };
const look: ScriptStep = { toolCalls: [{ name: 'look' }], usage };
const looks = (count: number): ScriptStep => ({ toolCalls: Array(count).fill({ name: 'look' }), usage });
const hang = () => new Promise<never>(() => {});

function agentFor(steps: readonly ScriptStep[], config: Partial<AgentConfig> = {}) {
  const llmClient = scriptedModel(steps);
  const toolRegistry = stubTools({ look: () => 'seen', hang });
  return { llmClient, toolRegistry, agent: new Agent({ llmClient, toolRegistry, ...config }) };
}

describe('the limit of tool calls', () => {
  it('lets that many calls run, and tells the model about the others', async () => {
    const { agent, toolRegistry, llmClient } = agentFor([look, looks(3), 'not asked'], {
      budget: { toolCalls: 2 },
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({
      status: 'limit',
      limit: 'tool-calls',
      iteration: 2,
      finalResponse: '',
    });
    expect(toolRegistry.executed).toHaveLength(2);
    expect(result.toolCalls.map(({ outcome }) => outcome.error)).toEqual([
      null,
      null,
      'This call was not executed: the tool call limit has been reached.',
      'This call was not executed: the tool call limit has been reached.',
    ]);
    expect(llmClient.requests).toHaveLength(2);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it.each([[{ toolCalls: undefined }], [{ tokens: 1_000_000 }]])(
    'of the agent stays if the options of the run are %j',
    async (budget) => {
      const { agent, toolRegistry } = agentFor([looks(2), 'Seen.'], { budget: { toolCalls: 1 } });
      await agent.run('go', { budget });
      expect(toolRegistry.executed).toHaveLength(1);
    },
  );

  it('does not end a run that has used it up but makes no further calls', async () => {
    const { agent } = agentFor([looks(2), 'Seen.'], { budget: { toolCalls: 2 } });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Seen.' });
    expect(result).not.toHaveProperty('limit');
  });

  it('may be 0, so that the answer is forced at once', async () => {
    const { agent, toolRegistry } = agentFor([look, 'I cannot see.'], {
      budget: { toolCalls: 0 },
      onLimit: 'force-answer',
    });
    expect(await agent.run('go')).toMatchObject({
      status: 'limit',
      limit: 'tool-calls',
      finalResponse: 'I cannot see.',
    });
    expect(toolRegistry.executed).toEqual([]);
  });

  it('does not count malformed calls', async () => {
    const { agent, toolRegistry } = agentFor(
      [{ toolCalls: [{ name: 'look', arguments: '' }], finishReason: 'length' }, look, 'Seen.'],
      { budget: { toolCalls: 1 } },
    );
    expect(await agent.run('go')).toMatchObject({ status: 'completed' });
    expect(toolRegistry.executed).toHaveLength(1);
  });
});

describe('the limit of tokens', () => {
  it('ends the run after the request that reaches it', async () => {
    const { agent } = agentFor([look, look, look, 'x'], { budget: { tokens: 200 } });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'limit', limit: 'tokens', iteration: 2 });
    expect(result.usage).toEqual({ inputTokens: 160, outputTokens: 40 });
  });

  it('accepts an answer that exceeds it', async () => {
    const { agent } = agentFor([{ text: 'Long.', usage }], { budget: { tokens: 1 } });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'Long.' });
  });

  it('throws an error that names it with onLimit: throw', async () => {
    const { agent } = agentFor([look, look], { budget: { tokens: 150 }, onLimit: 'throw' });
    await expect(agent.run('go')).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'No answer within 150 tokens.',
      hint: "Raise 'budget.tokens', or choose onLimit: 'force-answer'.",
    });
    expect(agent.memory).toHaveLength(5);
  });

  it('ends the run with an error if the provider reports no tokens', async () => {
    const { agent } = agentFor([{ toolCalls: [{ name: 'look' }] }, 'x'], { budget: { tokens: 1_000 } });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'error', iteration: 1 });
    expect(result.errors[0]).toMatch(/does not report token usage.*'budget\.tokens' cannot be enforced/);
  });
});

describe('the limit of cost', () => {
  const price: AgentConfig['price'] = ({ inputTokens, outputTokens }) =>
    (inputTokens + outputTokens * 4) / 1_000;

  it('ends the run after the request that reaches it', async () => {
    const { agent } = agentFor([look, look, look, 'x'], { budget: { cost: 0.3 }, price });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'limit', limit: 'cost', iteration: 2 });
    expect(result.cost).toBeCloseTo(0.32);
  });

  it('uses the cost that the provider reports if there is no price', async () => {
    const costly: ScriptStep = { toolCalls: [{ name: 'look' }], usage: { ...usage, cost: 0.25 } };
    const { agent } = agentFor([costly, costly, 'x'], { budget: { cost: 0.5 } });
    const result = await agent.run('go');
    expect(result).toMatchObject({ limit: 'cost', iteration: 2, cost: 0.5 });
    expect(result.usage).not.toHaveProperty('cost');
  });

  it.each([
    ['nobody knows it', undefined],
    ['the price is not known for this model', () => undefined],
    ['the price is no number', () => Number.NaN],
  ])('ends the run with an error if %s', async (_, unknown) => {
    const { agent } = agentFor([look, 'x'], { budget: { cost: 5 }, price: unknown });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'error', iteration: 1 });
    expect(result.errors[0]).toMatch(/cost of a request is unknown.*'budget\.cost' cannot be enforced/);
    expect(result).not.toHaveProperty('cost');
  });

  it('is optional for the cost in the result, which is absent if unknown and 0 if free', async () => {
    expect(await agentFor([look, 'x']).agent.run('go')).not.toHaveProperty('cost');
    const free = { text: 'x', usage };
    expect(await agentFor([look, free], { price: () => 0 }).agent.run('go')).toMatchObject({ cost: 0 });
    let asked = 0;
    const half: AgentConfig['price'] = () => (asked++ === 0 ? 1 : undefined);
    expect(await agentFor([look, free], { price: half }).agent.run('go')).not.toHaveProperty('cost');
  });

  it.each([
    ['was aborted', { delayMs: 5_000, text: 'x', usage }, { budget: { timeMs: 20 } }],
    ['failed', { error: new Error('down') }, {}],
    ['has a price that throws', look, { price: () => JSON.parse('') }],
  ] satisfies [string, ScriptStep, Partial<AgentConfig>][])(
    'is unknown if a request %s',
    async (_, step, config) => {
      const { agent } = agentFor([look, step], { price: () => 1, ...config });
      const result = await agent.run('go');
      expect(result.status).not.toBe('completed');
      expect(result).not.toHaveProperty('cost');
    },
  );

  it('ignores a request that the provider refused', async () => {
    const error = new ToolwrightError('RATE_LIMIT', 'Slow down.', { blame: 'provider' });
    const { agent } = agentFor([look, { error }], { price: () => 1 });
    expect(await agent.run('go')).toMatchObject({ status: 'error', cost: 1 });
  });

  it('passes the model of the request to the price', async () => {
    const asked: unknown[] = [];
    const { agent } = agentFor([{ text: 'x', usage }], {
      price: (spent, model) => void asked.push(spent, model),
    });
    await agent.run('go');
    expect(asked).toEqual([usage, { provider: 'scripted', model: 'scripted' }]);
  });
});

describe('the limit of time', () => {
  it('ends running tools and the run', async () => {
    const { agent } = agentFor([{ toolCalls: [{ name: 'look' }, { name: 'hang' }] }, 'x'], {
      budget: { timeMs: 15 },
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'limit', limit: 'time', errors: [] });
    expect(result.toolCalls.map(({ outcome }) => outcome.error)).toEqual([
      null,
      'The time limit of the run was reached before this call was finished.',
    ]);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it.each(['generate', 'stream'])('ends a running request: %s', async (way) => {
    let seen: AbortSignal | undefined;
    const llmClient: LLMProvider = {
      generate: (_messages, _tools, { signal }) => {
        seen = signal;
        return hang();
      },
      async *stream(_messages, _tools, { signal }) {
        seen = signal;
        yield { type: 'text-delta', text: 'Well' };
        await hang();
      },
    };
    const agent = new Agent({ llmClient, budget: { timeMs: 15 } });
    const result = await agent.run('go', { stream: way === 'stream' });
    expect(result).toMatchObject({ status: 'limit', limit: 'time' });
    expect(seen?.aborted).toBe(true);
  });

  it('throws with onLimit: throw', async () => {
    const { agent } = agentFor([{ toolCalls: [{ name: 'hang' }] }], {
      budget: { timeMs: 15 },
      onLimit: 'throw',
    });
    await expect(agent.run('go')).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'No answer within 15 ms.',
    });
  });

  it('with force-answer ends only the tools, and asks for an answer', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const toolRegistry = stubTools({
      hang: (_, { signal }) => {
        signals.push(signal);
        return hang();
      },
    });
    const { agent, llmClient } = agentFor([{ toolCalls: [{ name: 'hang' }] }, 'It takes long.'], {
      budget: { timeMs: 15 },
      onLimit: 'force-answer',
      toolRegistry,
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({
      status: 'limit',
      limit: 'time',
      finalResponse: 'It takes long.',
    });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect(llmClient.requests[1]?.options).toMatchObject({ toolChoice: 'none', signal: { aborted: false } });
  });

  it('with force-answer lets a request finish, accepts its answer, and executes no more calls', async () => {
    const late = (step: ScriptStep): ScriptStep => ({ ...Object(step), delayMs: 30 });
    const config: Partial<AgentConfig> = { budget: { timeMs: 10 }, onLimit: 'force-answer' };
    expect(await agentFor([late({ text: 'Late.' })], config).agent.run('go')).toMatchObject({
      status: 'completed',
      finalResponse: 'Late.',
    });
    const { agent, toolRegistry } = agentFor([late(look), 'Seen nothing.'], config);
    expect(await agent.run('go')).toMatchObject({ limit: 'time', finalResponse: 'Seen nothing.' });
    expect(toolRegistry.executed).toEqual([]);
  });

  it('does not prevent a later abort', async () => {
    const controller = new AbortController();
    const steps = [{ toolCalls: [{ name: 'hang' }] }, { text: 'x', delayMs: 600_000 }];
    const { agent, llmClient } = agentFor(steps, {
      budget: { timeMs: 5 },
      onLimit: 'force-answer',
      onFailure: 'throw',
    });
    const failed = expect(agent.run('go', { signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    // The second request asks for the answer at the limit.
    while (llmClient.requests.length < 2) await turn();
    controller.abort();
    await failed;
  });

  it('leaves no timer behind, and does not fire at once if it is very long', async () => {
    const { agent } = agentFor(['x'], { budget: { timeMs: 2 ** 40 } });
    expect(await agent.run('go')).toMatchObject({ status: 'completed' });
  });
});

describe('a budget', () => {
  it('of a run replaces that of the agent, limit by limit', async () => {
    const { agent } = agentFor([look, look, 'x'], { budget: { tokens: 100, toolCalls: 5 } });
    const result = await agent.run('go', { budget: { tokens: 1_000, toolCalls: 1 } });
    expect(result).toMatchObject({ limit: 'tool-calls', iteration: 2 });
  });

  it('belongs to one run, not to the agent', async () => {
    const { agent } = agentFor([look, 'One.', look, 'Two.'], { budget: { toolCalls: 1 } });
    await agent.run('go');
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'Two.' });
  });

  it.each([
    [{ tokens: 0 }, "'budget.tokens' is 0."],
    [{ cost: Number.NaN }, "'budget.cost' is NaN."],
    [{ timeMs: -1 }, "'budget.timeMs' is -1."],
    [{ toolCalls: -1 }, "'budget.toolCalls' is -1."],
  ])('must be possible: %j', async (budget, message) => {
    expect(() => agentFor([], { budget })).toThrow(message);
    await expect(agentFor([]).agent.run('go', { budget })).rejects.toThrow(message);
  });

  it('is reported in the last event', async () => {
    const { agent } = agentFor([look, look], { budget: { toolCalls: 1 } });
    const events = await collect(agent.runStream('go'));
    expect(events.at(-1)).toMatchObject({ type: 'run-end', result: { limit: 'tool-calls' } });
  });
});

describe('impossible usage and prices', () => {
  const client = (usage: unknown): LLMProvider => ({
    ...scriptedModel([]),
    // Custom providers may return other values than their types say.
    generate: async () => ({
      content: null,
      toolCalls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
      finishReason: 'tool-calls',
      usage: usage as Usage,
    }),
  });
  const run = (usage: unknown, config: Partial<AgentConfig>) =>
    new Agent({ llmClient: client(usage), toolRegistry: stubTools({ look: () => 1 }), ...config }).run('go');

  it.each([
    [null],
    [{}],
    [{ inputTokens: Number.NaN, outputTokens: 1 }],
    [{ inputTokens: '9', outputTokens: '9' }],
    [{ inputTokens: -100, outputTokens: 100 }],
    [{ inputTokens: Number.POSITIVE_INFINITY, outputTokens: 1 }],
  ])('count as unknown, so that a limit of tokens ends the run: %j', async (usage) => {
    const result = await run(usage, { budget: { tokens: 50 } });
    expect(result).toMatchObject({ status: 'error', iteration: 1 });
    expect(result.errors.map(String).join()).toContain("'budget.tokens' cannot be enforced");
  });

  it.each([
    [{ ...usage, cost: -5 }, undefined],
    [{ ...usage, cost: Number.NaN }, undefined],
    [usage, () => -1],
    [usage, () => Number.NaN],
  ])('count as unknown, so that a limit of cost ends the run: %j', async (given, price) => {
    const result = await run(given, { budget: { cost: 1 }, price });
    expect(result).toMatchObject({ status: 'error', iteration: 1 });
    expect(result.errors.map(String).join()).toContain("'budget.cost' cannot be enforced");
  });

  it('are not added up', async () => {
    const result = await run({ inputTokens: -100, outputTokens: 3 }, { maxIterations: 2 });
    expect(result.usage).toEqual({ inputTokens: 0, outputTokens: 6 });
  });
});
