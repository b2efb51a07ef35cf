import { ToolwrightError } from '@toolwright/contract';
import { CapabilityAgent } from '../capability-agent.js';
import type { CapabilityAgentConfig } from '../capability-agent-config.js';
import { models, modelsForTests } from '../model-server.test.support.js';

const start = modelsForTests();

/** A fetch that records the keys of requests. */
function noteKeys() {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    keys.push(
      new Headers(init?.headers ?? (input instanceof Request ? input.headers : {})).get('authorization'),
    );
    return globalThis.fetch(input, init);
  };
  return { keys, fetch };
}

async function failureOf(config: CapabilityAgentConfig): Promise<unknown> {
  return new CapabilityAgent(config).executeTask('chat', 'Hello').then(
    () => undefined,
    (error: unknown) => error,
  );
}

// E1
describe('the client of a task', () => {
  it('calls a key function for each task', async () => {
    const server = await start({ main: ['a', 'b', 'c'] });
    const keys = ['one', 'two', 'three'];
    const sent = noteKeys();
    const { llm, ...config } = models(server);
    const agent = new CapabilityAgent({
      ...config,
      llm: { ...llm, runtime: { fetch: sent.fetch } },
      apiKey: () => keys.shift(),
    });
    for (const prompt of ['1', '2', '3']) await agent.executeTask('chat', prompt);
    expect(sent.keys).toEqual(['Bearer one', 'Bearer two', 'Bearer three']);
  });

  it('uses the key that is in the environment when the task begins', async () => {
    const server = await start({ main: ['a', 'b'] });
    const env: Record<string, string> = { OPENAI_API_KEY: 'first' };
    const { apiKey: _, llm, ...rest } = models(server);
    const { keys, fetch } = noteKeys();
    const agent = new CapabilityAgent({
      ...rest,
      provider: 'openai',
      llm: { ...llm, runtime: { env, fetch } },
    });
    await agent.executeTask('chat', '1');
    env.OPENAI_API_KEY = 'second';
    await agent.executeTask('chat', '2');
    expect(keys).toEqual(['Bearer first', 'Bearer second']);
  });

  it('is created for each task, by createClient if that is given', async () => {
    const server = await start({ main: ['a', 'b'] });
    const { createClient } = await import('@toolwright/llm');
    const made: string[] = [];
    const { fastModel: _, llm, ...config } = models(server);
    const agent = new CapabilityAgent({
      createClient: (role) => {
        made.push(role);
        return createClient({ ...llm, ...config });
      },
    });
    await agent.executeTask('chat', '1');
    await agent.executeTask('chat', '2');
    expect(made).toEqual(['main', 'main']);
  });
});

// E14
describe('a client that cannot be built', () => {
  it('because the provider is unknown names the available ones', async () => {
    // A program in plain JavaScript can pass any text.
    const provider = 'acme' as 'openai';
    expect(await failureOf({ provider, model: 'm' })).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(/^No provider 'acme'\. Supported: openai, .*ollama\.$/),
    });
  });

  it('because a key is missing names the variable, and keeps the cause', async () => {
    const failure = await failureOf({ provider: 'anthropic', model: 'm', llm: { runtime: { env: {} } } });
    expect(failure).toMatchObject({
      code: 'MISSING_API_KEY',
      message: expect.stringMatching(
        /^The client for 'anthropic' could not be created: No API key .*ANTHROPIC_API_KEY/,
      ),
      cause: { code: 'MISSING_API_KEY' },
      hint: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  it('reports an invalid address', async () => {
    expect(
      await failureOf({ provider: 'openai', model: 'm', apiKey: 'k', baseUrl: 'nowhere' }),
    ).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/could not be created: 'baseUrl' is not a server URL/),
    });
  });

  it('because createClient failed keeps the original error', async () => {
    const cause = new Error('the vault is locked');
    const failure = await failureOf({ createClient: () => Promise.reject(cause) });
    expect(failure).toBeInstanceOf(ToolwrightError);
    expect(failure).toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'The client for the main model could not be created: the vault is locked',
      cause,
    });
  });
});
