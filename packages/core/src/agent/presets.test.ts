import { describeUnknown } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { PromptRegistry } from '@toolwright/prompts';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { block, decision } from '../protocols/wording.test.support.js';
import { Agent } from './agent.js';
import type { AgentConfig } from './agent-config.js';
import { presets } from './presets.js';

function agentFor(
  preset: Omit<AgentConfig, 'llmClient'>,
  steps: readonly ScriptStep[],
  config: Partial<AgentConfig> = {},
) {
  const llmClient = scriptedModel(steps);
  const toolRegistry = stubTools({
    look: ({ at }) => `seen ${String(at)}`,
    divide: () => Promise.reject(new Error('division by zero')),
  });
  return { llmClient, toolRegistry, agent: new Agent({ ...preset, llmClient, toolRegistry, ...config }) };
}

const look = (at: string): ScriptStep => ({ toolCalls: [{ name: 'look', arguments: { at } }] });

describe('the preset toolUse', () => {
  // A1, A2, A8
  it("uses the provider's tool API and the prompt of the registry", async () => {
    const promptRegistry = new PromptRegistry().addPrompt('assistant', 'Help in {place}.');
    const { agent, llmClient } = agentFor(presets.toolUse, [look('a'), 'Seen.'], {
      promptRegistry,
      systemPromptVars: { place: 'Oslo' },
    });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'Seen.' });
    expect(llmClient.requests[0]?.tools).toHaveLength(2);
    expect(llmClient.requests[0]?.options).not.toHaveProperty('temperature');
    expect(agent.memory[0]).toEqual({ role: 'developer', content: 'Help in Oslo.' });
  });
});

describe('the preset reasoning', () => {
  const act = (tool_name: string, tool_input: object = {}) =>
    decision({ thought: `Use ${tool_name}.`, tool_name, tool_input });
  const respond = (response: string) => decision({ thought: 'I know.', action: 'respond', response });

  // B1, B3
  it('thinks and acts in JSON, and returns its state in the result', async () => {
    const { agent } = agentFor(presets.reasoning, [
      { text: act('look', { at: 'x' }), usage: { inputTokens: 9, outputTokens: 3 } },
      respond('Seen.'),
    ]);
    const result = await agent.run('go');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'Seen.',
      iteration: 2,
      toolCalls: [{ name: 'look', outcome: { result: 'seen x', error: null } }],
      reasoningTrace: ['Use look.', 'I know.'],
      errors: [],
      usage: { inputTokens: 9, outputTokens: 3 },
    });
    expect(result.messages).toHaveLength(4);
    expect(agent.getMemoryState().messages).toEqual(agent.memory);
    agent.reset();
    expect(agent.memory).toEqual([]);
  });

  // B2
  it('works with any object that has generate', async () => {
    const generate = async () => ({ content: respond('Hi.'), toolCalls: [], finishReason: 'stop' }) as const;
    const agent = new Agent({ ...presets.reasoning, llmClient: { generate } });
    expect((await agent.run('go')).finalResponse).toBe('Hi.');
  });

  // B4
  it('uses hand-written tools', async () => {
    const double = new FunctionTool({
      name: 'double',
      description: 'Doubles.',
      parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      fn: ({ n }: { n: number }) => n * 2,
    });
    const toolRegistry = new ToolRegistry().register(double);
    const { agent } = agentFor(presets.reasoning, [act('double', { n: 4 }), act('triple'), respond('8')], {
      toolRegistry,
    });
    const { toolCalls } = await agent.run('go');
    expect(toolCalls[0]?.outcome).toEqual({ result: 8, error: null });
    expect(toolCalls[1]?.outcome).toEqual({
      result: null,
      error: expect.stringContaining(describeUnknown('Tool', 'triple', []).problem),
    });
  });

  // B5, B6
  it('adds messages and observations in each step, and keeps observations beyond its history', async () => {
    const { agent } = agentFor(presets.reasoning, [act('look'), act('divide'), respond('x')], {
      maxHistory: 3,
    });
    await agent.run('go');
    expect(agent.memory.length).toBeLessThanOrEqual(3);
    expect(agent.observations({ type: 'tool' })).toMatchObject([
      { toolName: 'look', content: 'seen undefined' },
    ]);
    expect(agent.observations({ type: 'error', last: 1 })).toMatchObject([{ toolName: 'divide' }]);
    expect(agent.observations({ type: 'reasoning' })).toHaveLength(3);
  });

  // B7
  it('ends at a model error, returns text that it cannot parse, and tells the model about a tool error', async () => {
    const failing = agentFor(presets.reasoning, [act('divide'), { error: new Error('overloaded') }]);
    const result = await failing.agent.run('go');
    expect(result).toMatchObject({ status: 'error', errors: ['overloaded'] });
    expect(result.messages[2]?.content).toBe('Tool error: division by zero');
    expect((await agentFor(presets.reasoning, ['{"thought": oops}']).agent.run('go')).finalResponse).toBe(
      '{"thought": oops}',
    );
  });

  // B8
  it('asks at most ten times with a temperature of 0.7, and lets the configuration override that', async () => {
    const { agent, llmClient } = agentFor(presets.reasoning, Array(10).fill(act('look')), {
      systemPrompt: 'Be exact.',
    });
    expect(await agent.run('go')).toMatchObject({
      status: 'max_iterations',
      iteration: 10,
      limit: 'iterations',
    });
    expect(llmClient.requests.map(({ options }) => options.temperature)).toEqual(Array(10).fill(0.7));
    expect(llmClient.requests[0]?.messages[0]?.content).toContain('Be exact.');
    const cool = agentFor(presets.reasoning, [respond('x')], { temperature: 0 });
    await cool.agent.run('go');
    expect(cool.llmClient.requests[0]?.options.temperature).toBe(0);
  });
});

describe('the preset promptCall', () => {
  // C7
  it('keeps the messages after tool calls, and asks for a plain answer after five steps', async () => {
    const steps = ['a', 'b', 'c', 'd', 'e'].map(look);
    const { agent, llmClient } = agentFor(presets.promptCall, [...steps, 'Seen five.'], {
      afterTools: 'Go on.',
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'max_iterations', finalResponse: 'Seen five.', iteration: 6 });
    expect(agent.memory.filter(({ content }) => content === 'Go on.')).toHaveLength(4);
    expect(agent.memory.map(({ role }) => role).slice(0, 4)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(llmClient.requests[5]?.options.toolChoice).toBe('none');
    expect(llmClient.requests[5]?.messages[0]?.content).toContain('Answer now');
  });

  // C7
  it('has no limit if configured so', async () => {
    const { agent } = agentFor(presets.promptCall, [...Array(30).fill(look('a')), 'Done.'], {
      maxIterations: Number.POSITIVE_INFINITY,
    });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', iteration: 31 });
  });

  // C9
  it('does not execute a successful call twice', async () => {
    const fail: ScriptStep = { toolCalls: [{ name: 'divide' }] };
    const { agent, toolRegistry } = agentFor(presets.promptCall, [look('a'), look('a'), fail, fail, 'Done.']);
    await agent.run('go');
    expect(toolRegistry.executed.map(({ name }) => name)).toEqual(['look', 'divide', 'divide']);
  });
});

describe('the preset promptedTools', () => {
  // D1, D2, D8
  it('calls tools in blocks of text, several in one reply', async () => {
    const { agent, llmClient } = agentFor(presets.promptedTools, [
      `${block('look', { at: 'a' })}${block('divide', {})}`,
      'Done.',
    ]);
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
    expect(llmClient.requests[0]?.tools).toEqual([]);
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toContain(
      "Error executing tool 'divide': division by zero",
    );
  });

  // D3
  it('must answer after ten steps', async () => {
    const { agent, llmClient } = agentFor(presets.promptedTools, [
      ...Array(10).fill(block('look', {})),
      'Enough.',
    ]);
    expect(await agent.run('go')).toMatchObject({
      status: 'max_iterations',
      iteration: 11,
      finalResponse: 'Enough.',
    });
    expect(llmClient.requests[10]?.messages[0]?.content).toContain('No more tools can be called');
  });
});

describe('the presets capability and capabilitySubAgent', () => {
  // E3
  it('allow 50 and 20 turns, and set their token limits and effort', async () => {
    for (const [preset, turns, maxCompletionTokens, reasoningEffort] of [
      [presets.capability, 50, 16_384, 'medium'],
      [presets.capabilitySubAgent, 20, 4_096, 'low'],
    ] as const) {
      const { agent, llmClient } = agentFor(preset, Array(turns).fill(look('a')));
      expect(await agent.run('go')).toMatchObject({ status: 'max_iterations', iteration: turns });
      expect(llmClient.requests[0]?.options).toMatchObject({ maxCompletionTokens, reasoningEffort });
    }
  });
});
