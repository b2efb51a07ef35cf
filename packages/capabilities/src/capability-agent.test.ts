import type { ChatCompletionRequest } from '@copilotkit/aimock';
import type { ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { loadCapabilities } from './capability/load-capabilities.js';
import { CapabilityAgent } from './capability-agent.js';
import type { CapabilityAgentConfig } from './capability-agent-config.js';
import { gitCapabilities, gitOutputs } from './git-capabilities.js';
import { models, modelsForTests, systemText } from './model-server.test.support.js';

const MESSAGE = { emoji: null, title: 'Add a parser', message: '' };
const REVIEW = { summary: 'Fine.', findings: [], strengths: [], verdict: 'approve' };
const APPROVAL = { requiresRevision: false, issues: [], revisionPrompt: '', confidence: 0.9 };

const start = modelsForTests();
const capabilities = await loadCapabilities(gitCapabilities);

// E1, E2
describe('executeTask', () => {
  it('does tasks of several capabilities with one agent, each with its own prompt and output type', async () => {
    const server = await start({
      main: [JSON.stringify(MESSAGE), JSON.stringify(REVIEW), 'It parses.'],
      fast: [JSON.stringify(APPROVAL)],
    });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const commit = await agent.executeTask('commit', 'Write a message.');
    // @ts-expect-error: before the type is known, the value may be of any output.
    expect(commit.value.title).toBeDefined();
    if (commit.type !== 'GeneratedMessage') throw new Error(`It is a ${commit.type}.`);
    const title: string = commit.value.title;
    expect(title).toBe('Add a parser');
    const review = await agent.executeTask('review', 'Review it.');
    if (review.type !== 'Review') throw new Error(`It is a ${review.type}.`);
    const verdict: 'approve' | 'comment' | 'request-changes' = review.value.verdict;
    expect(verdict).toBe('approve');
    const chat = await agent.executeTask('chat', 'What does it do?');
    expect(chat).toMatchObject({ type: 'PlainText', value: 'It parses.', turns: 1, revised: false });
    const prompts = server.asked('main').map(systemText);
    expect(
      prompts.map((prompt) => /message of one commit|Review the changes|questions about/.exec(prompt)?.[0]),
    ).toEqual(['message of one commit', 'Review the changes', 'questions about']);
  });

  it('answers requests without a matching capability in plain text', async () => {
    const server = await start({ main: ['Once upon a time …'] });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const response = await agent.executeTask('poem', 'Write one.');
    expect(response).toMatchObject({ type: 'PlainText', capability: 'poem', value: 'Once upon a time …' });
    expect(systemText(server.requests[0])).toContain('Answer in plain text or Markdown.');
  });

  // H1
  it('gives the context of a task to its tools', async () => {
    const whoAmI = new FunctionTool({
      name: 'whoAmI',
      description: 'Names the user.',
      parameters: { type: 'object', properties: {} },
      needsContext: true,
      fn: (_: object, { app }: ToolContext<{ user: number }>) => `user ${app.user}`,
    });
    const server = await start({
      main: [{ toolCalls: [{ name: 'whoAmI', arguments: '{}' }] }, 'You are 7.'],
    });
    const toolRegistry = new ToolRegistry().register(whoAmI);
    const agent = new CapabilityAgent({
      ...models(server),
      capabilities,
      outputs: gitOutputs,
      toolRegistry,
      subagent: false,
    });
    const response = await agent.executeTask('chat', 'Who am I?', { context: { user: 7 } });
    expect(response.value).toBe('You are 7.');
    expect(JSON.stringify(server.requests[1]?.messages)).toContain('user 7');
  });

  it("refuses the critic's capability, and an empty prompt", async () => {
    const server = await start({});
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    expect(agent.capabilities.map(({ name }) => name)).not.toContain('verify');
    await expect(agent.executeTask('verify', 'Check.')).rejects.toMatchObject({ code: 'USAGE' });
    const noTurns = agent.executeTask('commit', 'Go.', { limits: { maxTurns: 0 } });
    await expect(noTurns).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(agent.executeTask('commit', ' \n')).rejects.toMatchObject({ code: 'USAGE' });
    expect(server.requests).toEqual([]);
  });

  it('continues a given conversation', async () => {
    const server = await start({ main: ['It parses.', 'TOML.'] });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const { messages } = await agent.executeTask('chat', 'What does it do?');
    const next = await agent.executeTask('chat', 'What does it parse?', { history: messages });
    expect(server.requests[1]?.messages.map(({ role, content }) => [role, content]).slice(1)).toEqual([
      ['user', 'What does it do?'],
      ['assistant', 'It parses.'],
      ['user', 'What does it parse?'],
    ]);
    expect(server.requests[1]?.messages.filter(({ role }) => role === 'system')).toHaveLength(1);
    expect(next.messages).toHaveLength(4);
  });

  it('keeps concurrent tasks apart', async () => {
    const echo = ({ messages }: ChatCompletionRequest) => ({
      content: messages.map(({ role, content }) => (role === 'user' ? content : '')).join(''),
    });
    const server = await start({ main: Array(20).fill(echo) });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const questions = Array.from({ length: 20 }, (_, index) => `question ${index}`);
    const answers = await Promise.all(questions.map((question) => agent.executeTask('chat', question)));
    expect(answers.map(({ value }) => value)).toEqual(questions);
  });

  it('ends when its signal is aborted', async () => {
    const controller = new AbortController();
    const server = await start({
      main: [
        () => {
          controller.abort();
          return { content: 'too late' };
        },
      ],
    });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const task = agent.executeTask('chat', 'Anything.', { signal: controller.signal });
    await expect(task).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

// E1
describe('the configuration', () => {
  it('can be built step by step, including outputs and their types', async () => {
    const server = await start({ main: [JSON.stringify(MESSAGE)] });
    const { provider, model, fastModel, baseUrl, apiKey, llm } = models(server);
    const agent = CapabilityAgent.builder()
      .provider(provider)
      .model(model)
      .fastModel(fastModel)
      .baseUrl(baseUrl)
      .apiKey(() => apiKey)
      .preamble('You are Quill.')
      .capabilities(capabilities)
      .outputs(gitOutputs)
      .with({ llm })
      .build();
    const response = await agent.executeTask('commit', 'Write a message.');
    const title: string | undefined = response.type === 'GeneratedMessage' ? response.value.title : undefined;
    expect(title).toBe('Add a parser');
    expect(systemText(server.requests[0])).toMatch(/^You are Quill\./);
  });

  it.each<[CapabilityAgentConfig, RegExp]>([
    [{}, /no provider/],
    [{ provider: 'openai' }, /no model/],
    [
      { provider: 'openai', model: 'm', createClient: () => Promise.reject(new Error()) },
      /cannot be combined/,
    ],
    [{ provider: 'openai', model: 'm', style: 'baroque' }, /no style 'baroque'/],
    [{ provider: 'openai', model: 'm', limits: { maxIterations: 0 } }, /^'limits\.maxIterations' is 0\.$/],
    [{ provider: 'openai', model: 'm', limits: { maxTurns: 0 } }, /^'limits\.maxTurns' is 0\.$/],
    [
      { provider: 'openai', model: 'm', limits: { capabilities: { pr: { maxCompletionTokens: 1.5 } } } },
      /^'limits\.capabilities\.pr\.maxCompletionTokens' is 1\.5\.$/,
    ],
    [
      { provider: 'openai', model: 'm', subagent: { timeoutMs: Number.NaN } },
      /^'subagent\.timeoutMs' is NaN\.$/,
    ],
    [
      { provider: 'openai', model: 'm', capabilities },
      /changelog\.toml: the output_type 'Changelog' of 'changelog'/,
    ],
    [{ provider: 'openai', model: 'm', outputs: { PlainText: { type: 'object' } } }, /'PlainText'/],
    [
      {
        provider: 'openai',
        model: 'm',
        capabilities: [...capabilities, ...capabilities],
        outputs: gitOutputs,
      },
      /twice/,
    ],
  ])('is refused if something is missing or wrong: case %#', (config, message) => {
    expect(() => new CapabilityAgent(config)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
    );
  });
});
