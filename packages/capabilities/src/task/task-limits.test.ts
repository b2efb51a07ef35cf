import type { ChatCompletionRequest } from '@copilotkit/aimock';
import { loadCapabilities } from '../capability/load-capabilities.js';
import { CapabilityAgent } from '../capability-agent.js';
import { gitCapabilities, gitOutputs } from '../git-capabilities.js';
import { calls, models, modelsForTests } from '../model-server.test.support.js';

const start = modelsForTests();
const REASONING = { capabilities: { reasoning: true } };

const sent = (request: ChatCompletionRequest | undefined) => ({
  tokens: request?.max_completion_tokens ?? request?.max_tokens,
  effort: request?.reasoning_effort,
});

// E3
describe('the limits of a task', () => {
  it('are 16,384 tokens and medium effort, for sub-agents 4,096 and low', async () => {
    const server = await start({
      main: [calls('analyzeSubagent', { task: 'Look.' }), 'Done.'],
      fast: ['Looked.'],
    });
    const { llm, ...config } = models(server);
    const agent = new CapabilityAgent({ ...config, llm: { ...llm, ...REASONING } });
    await agent.executeTask('chat', 'Go.');
    expect(sent(server.asked('main')[0])).toEqual({ tokens: 16_384, effort: 'medium' });
    expect(sent(server.asked('fast')[0])).toEqual({ tokens: 4_096, effort: 'low' });
  });

  it('include no effort for models without reasoning, unless it is set', async () => {
    const server = await start({ main: ['1', '2'] });
    const agent = new CapabilityAgent(models(server));
    expect((await agent.executeTask('chat', 'Go.')).warnings).toEqual([]);
    const asked = await agent.executeTask('chat', 'Go.', { limits: { reasoningEffort: 'high' } });
    expect(asked.warnings).toEqual([expect.stringContaining('reasoningEffort')]);
    expect(server.requests.map(({ reasoning_effort }) => reasoning_effort)).toEqual([undefined, undefined]);
  });

  it('come from the task, else the capability, else the agent', async () => {
    const server = await start({ main: ['1', '2', '3'], fast: ['x'] });
    const { llm, ...config } = models(server);
    const agent = new CapabilityAgent({
      ...config,
      llm: { ...llm, ...REASONING },
      limits: {
        maxCompletionTokens: 1_000,
        reasoningEffort: 'high',
        capabilities: { chat: { maxCompletionTokens: 2_000 } },
      },
    });
    await agent.executeTask('other', 'Go.');
    await agent.executeTask('chat', 'Go.');
    await agent.executeTask('chat', 'Go.', {
      limits: { maxCompletionTokens: 3_000, reasoningEffort: 'low' },
    });
    expect(server.requests.map(sent)).toEqual([
      { tokens: 1_000, effort: 'high' },
      { tokens: 2_000, effort: 'high' },
      { tokens: 3_000, effort: 'low' },
    ]);
  });

  it('allow 50 requests, then ask for an answer without tools, with a warning', async () => {
    const looping = (request: ChatCompletionRequest) =>
      request.tools === undefined || request.tool_choice === 'none'
        ? { content: 'What I know.' }
        : { toolCalls: Array(2).fill({ name: 'workspaceNotes', arguments: '{}' }) };
    const server = await start({ main: Array(60).fill(looping) });
    const response = await new CapabilityAgent(models(server)).executeTask('chat', 'Go.');
    expect(response).toMatchObject({ value: 'What I know.', turns: 51 });
    expect(response.toolCalls).toHaveLength(100);
    expect(response.warnings).toContain(
      'The limit of iterations was reached, so the answer uses only the information found by then.',
    );
    expect(server.requests).toHaveLength(51);
    // Early results are still in the request.
    expect(server.requests[50]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(100);
  });

  it('allow one more turn for an answer in the required form', async () => {
    const message = { emoji: null, title: 'Add it', message: '' };
    const looping = (request: ChatCompletionRequest) =>
      request.tool_choice === 'none' ? { content: JSON.stringify(message) } : calls('workspaceNotes', {});
    const server = await start({ main: Array(5).fill(looping) });
    const capabilities = await loadCapabilities(gitCapabilities);
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const response = await agent.executeTask('commit', 'Go.', { limits: { maxIterations: 3 } });
    expect(response).toMatchObject({ type: 'GeneratedMessage', value: message, turns: 4 });
  });

  it('apply to the turns of one capability', async () => {
    const server = await start({ main: Array(5).fill(calls('workspaceNotes', {})) });
    const limits = { capabilities: { chat: { maxTurns: 2 } } };
    const task = new CapabilityAgent({ ...models(server), limits }).executeTask('chat', 'Go.');
    await expect(task).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'The limit of iterations was reached before there was an answer.',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('include what sub-agents use', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 100 };
    const server = await start({
      main: [
        { ...calls('analyzeSubagent', { task: 'Look.' }), usage },
        { content: 'Answer.', usage },
      ],
      fast: [{ content: 'Looked.', usage }],
    });
    const agent = new CapabilityAgent({ ...models(server), limits: { budget: { tokens: 1_500 } } });
    const response = await agent.executeTask('chat', 'Go.');
    expect(response.usage).toMatchObject({ inputTokens: 2_700, outputTokens: 300 });
    expect(response.warnings).toContainEqual(expect.stringMatching(/^The limit of tokens was reached/));
  });
});
