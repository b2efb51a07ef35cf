import { readFileSync } from 'node:fs';
import { scriptedModel } from '@toolwright/llm/testing';
import { PromptRegistry } from '@toolwright/prompts';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { Memory } from '../memory/memory.js';
import { unpaired } from '../run/collect.test.support.js';
import { Agent } from './agent.js';
import type { AgentConfig } from './agent-config.js';

const agentWith = (config: Partial<AgentConfig>) => new Agent({ llmClient: scriptedModel([]), ...config });

// A2, A8
describe('the system prompt', () => {
  const prompts = new PromptRegistry()
    .addPrompt('assistant', 'You help {who}.')
    .addPrompt('critic', ({ tone = 'kind' }: { tone?: string }) => `Be ${tone}.`);

  it('of a registry is the prompt named assistant, sent as a developer message', () => {
    const { memory } = agentWith({ promptRegistry: prompts, systemPromptVars: { who: 'Ada' } });
    expect(memory).toEqual([{ role: 'developer', content: 'You help Ada.' }]);
  });

  it('is chosen by name, so that several agents share one registry', () => {
    const critic = agentWith({ promptRegistry: prompts, systemPromptName: 'critic' });
    const harsh = agentWith({
      promptRegistry: prompts,
      systemPromptName: 'critic',
      systemPromptVars: { tone: 'harsh' },
    });
    expect(critic.memory[0]?.content).toBe('Be kind.');
    expect(harsh.memory[0]?.content).toBe('Be harsh.');
  });

  it('may be given as a text, which is used unchanged', () => {
    const { memory } = agentWith({ promptRegistry: prompts, systemPrompt: 'Use {braces}.' });
    expect(memory).toEqual([{ role: 'system', content: 'Use {braces}.' }]);
  });

  it('may be missing', () => {
    expect(agentWith({}).memory).toEqual([]);
    expect(agentWith({ promptRegistry: new PromptRegistry() }).memory).toEqual([]);
    expect(agentWith({ systemPrompt: '' }).memory).toEqual([]);
  });

  it.each<[Partial<AgentConfig>, string, string]>([
    [{ promptRegistry: prompts }, 'MISSING_VARIABLE', "'who'"],
    [{ promptRegistry: prompts, systemPromptName: 'critik' }, 'INVALID_CONFIG', 'assistant, critic'],
    [{ systemPromptName: 'critic' }, 'INVALID_CONFIG', 'needs a registry'],
    [{ systemPrompt: 'x', systemPromptName: 'critic' }, 'INVALID_CONFIG', 'Both'],
  ])('is refused when the agent is created: %#', (config, code, text) => {
    expect(() => agentWith(config)).toThrow(
      expect.objectContaining({ code, blame: 'developer', message: expect.stringContaining(text) }),
    );
  });

  it('replaces the one in a given memory', () => {
    const messages = [
      { role: 'system', content: 'Old.' },
      { role: 'user', content: 'Hi' },
    ] as const;
    expect(agentWith({ memory: messages, systemPrompt: 'New.' }).memory.map((m) => m.content)).toEqual([
      'New.',
      'Hi',
    ]);
    expect(agentWith({ memory: messages }).memory.map((m) => m.content)).toEqual(['Old.', 'Hi']);
  });
});

// B1
describe('the state of an agent', () => {
  it('is cleared by reset, and the system prompt is rendered again', async () => {
    const promptRegistry = new PromptRegistry().addPrompt('assistant', 'One.');
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'look' }] }, 'Seen.']);
    const agent = agentWith({ llmClient, promptRegistry, toolRegistry: stubTools({ look: () => 1 }) });
    await agent.run('go');
    promptRegistry.addPrompt('assistant', 'Two.');
    agent.reset();
    expect(agent.memory).toEqual([{ role: 'developer', content: 'Two.' }]);
    expect(agent.observations()).toEqual([]);
  });

  it('can be moved as JSON into another agent', async () => {
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'look' }] }, 'Seen.', 'Again.']);
    const toolRegistry = stubTools({ look: () => 1 });
    const first = agentWith({ llmClient, toolRegistry, systemPrompt: 'Look.', maxHistory: 50 });
    await first.run('go');
    const stored = JSON.stringify(first.getMemoryState());
    const second = agentWith({ llmClient, toolRegistry, memory: Memory.fromJSON(JSON.parse(stored)) });
    expect(second.memory).toEqual(first.memory);
    expect(second.getMemoryState()).toEqual(first.getMemoryState());
    await second.run('and?');
    expect(second.memory).toHaveLength(7);
    expect(first.memory).toHaveLength(5);
  });

  it('is returned as a copy by getMemoryState', async () => {
    const agent = agentWith({ llmClient: scriptedModel(['Hello.']) });
    const state = agent.getMemoryState();
    await agent.run('Hi');
    expect(state).toEqual({ version: 1, maxHistory: 100, messages: [], observations: [] });
  });

  it('is limited by maxHistory, within a run as well', async () => {
    const steps = Array(30).fill({ toolCalls: [{ name: 'look' }] });
    const llmClient = scriptedModel([...steps, 'Seen.']);
    const agent = agentWith({
      llmClient,
      toolRegistry: stubTools({ look: () => 1 }),
      systemPrompt: 'Look.',
      maxHistory: 8,
      maxIterations: 40,
    });
    const result = await agent.run('go');
    for (const { messages } of llmClient.requests) {
      expect(messages.length).toBeLessThanOrEqual(8);
      expect(messages[0]?.content).toBe('Look.');
      expect(messages[1]?.content).toBe('go');
      expect(unpaired(messages)).toEqual([]);
    }
    expect(result.messages).toHaveLength(62);
    expect(agent.memory.length).toBeLessThanOrEqual(8);
    expect(agent.observations()).toHaveLength(30);
  });
});

// A15
describe('an agent', () => {
  it('is asynchronous and has no synchronous API, as the docs say', async () => {
    const agent = agentWith({ llmClient: scriptedModel(['Hello.']) });
    const running = agent.run('Hi');
    expect(running).toBeInstanceOf(Promise);
    expect((await running).finalResponse).toBe('Hello.');
    expect(Object.getOwnPropertyNames(Agent.prototype).filter((name) => /sync/i.test(name))).toEqual([]);
    const page = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');
    expect(page).toMatch(/asynchronous.*top-level `await`/);
  });
});

describe('a configuration', () => {
  // D4
  it('needs only a model', async () => {
    const agent = new Agent({
      llmClient: { generate: async () => ({ content: 'Hi', toolCalls: [], finishReason: 'stop' }) },
    });
    expect(await agent.run('Hi')).toMatchObject({ status: 'completed', finalResponse: 'Hi' });
    expect([agent.name, agent.description]).toEqual(['agent', '']);
    const named = agentWith({ name: 'helper', description: 'Helps.' });
    expect([named.name, named.description]).toEqual(['helper', 'Helps.']);
  });

  // D4
  it.each<[Partial<AgentConfig>, string | undefined]>([
    [{ name: 'helper', description: 'Helps.' }, 'You are helper. Helps.'],
    [{ name: 'helper' }, 'You are helper.'],
    [{ description: 'Helps.' }, 'You are agent. Helps.'],
    [{ name: 'helper', systemPrompt: 'Be brief.' }, 'You are helper.\n\nBe brief.'],
    [{ systemPrompt: 'Be brief.' }, 'Be brief.'],
    [{}, undefined],
  ])('introduces the agent to the model, also in the native protocol: %j', async (config, prompt) => {
    const llmClient = scriptedModel(['Hi.']);
    await new Agent({ llmClient, ...config }).run('Hi');
    const [first] = llmClient.requests[0]?.messages ?? [];
    expect(first?.role === 'system' ? first.content : undefined).toBe(prompt);
  });

  it.each<[object, string]>([
    [{ llmClient: undefined }, "'llmClient' is missing."],
    [{ llmClient: {} }, "'llmClient' is missing."],
    [{ toolRegistry: [] }, "'toolRegistry' has no method 'execute'."],
    [{ promptRegistry: {} }, "'promptRegistry' has no method 'render'."],
    [{ logger: {} }, "'logger' has no method 'log'."],
    [{ maxIterations: 0 }, "'maxIterations' is 0."],
    [{ maxIterations: 1.5 }, "'maxIterations' is 1.5."],
    [{ toolConcurrency: Number.NaN }, "'toolConcurrency' is NaN."],
    [{ toolTimeoutMs: 0 }, "'toolTimeoutMs' is 0."],
    [{ maxHistory: 0 }, "'maxHistory' is 0."],
    [{ maxHistory: 1.5 }, "'maxHistory' is 1.5."],
    [{ budget: { toolCall: 3 } }, "'budget' has no option 'toolCall'."],
    [{ afterTools: 5 }, "'afterTools' is 5."],
    [{ finalPrompt: {} }, "'finalPrompt' is an object."],
    [{ onLimit: 'explode' }, "'onLimit' is 'explode'."],
    [{ onFailure: 'ignore' }, "'onFailure' is 'ignore'."],
    [{ memory: new Memory(), maxHistory: 5 }, "'maxHistory' cannot be combined with a Memory"],
  ])('that cannot work is refused: %j', (config, message) => {
    expect(() => agentWith(config)).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        blame: 'developer',
        message: expect.stringContaining(message),
      }),
    );
  });

  it('is refused when it is missing', () => {
    // Callers in plain JavaScript can omit it.
    expect(() => new Agent(undefined as never)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });
});

describe('concurrent runs', () => {
  it('of one agent stay separate: a hundred at a time', async () => {
    const llmClient = scriptedModel.byInput((input) => [
      { toolCalls: [{ name: 'double', arguments: { n: Number(input) } }, { name: 'wait' }] },
      ({ messages }) =>
        `${input} doubled is ${messages.findLast((m) => m.role === 'tool' && m.content !== 'null')?.content}`,
    ]);
    const toolRegistry = stubTools({
      double: async ({ n }) => {
        await new Promise((resolve) => setTimeout(resolve, (Number(n) * 7) % 10));
        return 2 * Number(n);
      },
      wait: () => new Promise((resolve) => setImmediate(resolve)),
    });
    const agent = agentWith({ llmClient, toolRegistry, systemPrompt: 'Double.', maxHistory: 1_000 });
    const inputs = Array.from({ length: 100 }, (_, n) => String(n));
    const results = await Promise.all(
      inputs.map((input, n) => (n % 2 ? agent.run(input) : agent.runStream(input).result)),
    );
    expect(results.map((result) => result.finalResponse)).toEqual(
      inputs.map((n) => `${n} doubled is ${2 * Number(n)}`),
    );
    expect(new Set(results.map((result) => result.runId)).size).toBe(100);
    for (const { messages } of llmClient.requests) expect(messages.length).toBeLessThanOrEqual(5);
    expect(agent.memory).toHaveLength(501);
    expect(unpaired(agent.memory)).toEqual([]);
    for (const { messages } of results) {
      const start = agent.memory.indexOf(messages[0] ?? { role: 'user', content: '' });
      expect(agent.memory.slice(start, start + 5)).toEqual(messages);
    }
  });

  it('begin with the memory as it was at their start', async () => {
    const llmClient = scriptedModel(['One.', 'Two.']);
    const agent = agentWith({ llmClient });
    const late = agent.runStream('2');
    await agent.run('1');
    await late.result;
    expect(llmClient.requests[1]?.messages.map((message) => message.content)).toEqual(['1', 'One.', '2']);
  });

  it('are not added to a memory that was reset meanwhile', async () => {
    const agent = agentWith({ llmClient: scriptedModel([{ text: 'Late.', delayMs: 5 }]) });
    const running = agent.run('go');
    agent.reset();
    expect(await running).toMatchObject({ status: 'completed', finalResponse: 'Late.' });
    expect(agent.memory).toEqual([]);
  });
});
