import { OpenAIClient } from '../client/clients.js';
import { PROVIDERS } from '../providers/providers.js';
import type { ClientRuntime, LLMConfig } from './config.js';
import { getLimits } from './config.js';
import { createClient } from './create-client.js';

const runtime = (env: ClientRuntime['env']) => ({ env });

describe('createClient', () => {
  it('makes a client for OpenAI and for servers that speak its protocol', () => {
    const openai = createClient({
      provider: 'openai',
      model: 'gpt-5-mini',
      runtime: runtime({ OPENAI_API_KEY: 'k' }),
    });
    expect(openai).toBeInstanceOf(OpenAIClient);
    expect(openai).toMatchObject({
      provider: 'openai',
      model: 'gpt-5-mini',
      capabilities: { reasoning: true },
    });
    expect(
      createClient({
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: 'http://localhost:8000/v1',
        runtime: runtime({}),
      }),
    ).toMatchObject({ provider: 'openai-compatible', capabilities: { tools: true, images: false } });
  });

  // K6
  it('makes a client for another model with the same settings', async () => {
    const asked: { url: string; body: string }[] = [];
    const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
      asked.push({ url: String(url), body: String(init?.body) });
      throw new TypeError('no network');
    };
    const client = createClient({
      provider: 'openai-compatible',
      model: 'first',
      baseUrl: 'http://models.test/v1',
      extraBody: { extra: 1 },
      retries: 0,
      runtime: { env: {}, fetch },
    });
    const other = client.withModel?.('second');
    expect(other).toMatchObject({ provider: 'openai-compatible', model: 'second' });
    for (const one of [other, client])
      await expect(one?.generate([{ role: 'user', content: 'hi' }], [], {})).rejects.toThrow();
    expect(asked.map(({ url, body }) => [url, JSON.parse(body).model, JSON.parse(body).extra])).toEqual([
      ['http://models.test/v1/chat/completions', 'second', 1],
      ['http://models.test/v1/chat/completions', 'first', 1],
    ]);
    expect(() => client.withModel?.('')).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });

  // M10
  it.each([
    [{ provider: 'openai' }, { address: 'api.openai.com', port: 443 }],
    [{ provider: 'anthropic' }, { address: 'api.anthropic.com', port: 443 }],
    [{ provider: 'google' }, { address: 'generativelanguage.googleapis.com', port: 443 }],
    [{ provider: 'ollama' }, { address: '127.0.0.1', port: 11434 }],
    [
      { provider: 'openai-compatible', baseUrl: 'http://me:pass@models.test/v1' },
      { address: 'models.test', port: 80 },
    ],
  ] as const)('tells the server of %j without credentials', (config, server) => {
    expect(createClient({ model: 'm', apiKey: 'key', runtime: runtime({}), ...config }).server).toEqual(
      server,
    );
  });

  // D4, A9
  it.each([[undefined], [''], [' \n']])('fails at once without a key (%j), and names the variable', (key) => {
    expect(() =>
      createClient({
        provider: 'openai',
        model: 'gpt-4o',
        apiKey: key,
        runtime: runtime({ OPENAI_API_KEY: key }),
      }),
    ).toThrow(
      expect.objectContaining({
        code: 'MISSING_API_KEY',
        blame: 'developer',
        message: expect.stringContaining('OPENAI_API_KEY'),
      }),
    );
  });

  // E14
  it.each(['acme', 'constructor', undefined])('refuses the provider %s and lists those there are', (name) => {
    // JavaScript callers can pass anything.
    const config = { provider: name, model: 'm' } as LLMConfig;
    expect(() => createClient(config)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED',
        message: `No provider '${name}'. Supported: ${Object.keys(PROVIDERS).join(', ')}.`,
      }),
    );
  });

  it.each<[string, Partial<LLMConfig>]>([
    ['no model', { model: ' ' }],
    ["'baseUrl'", { baseUrl: 'localhost:8000' }],
    ["'baseUrl'", { baseUrl: 'file:///etc' }],
    ["'totalMs'", { timeouts: { totalMs: 0 } }],
    ["'idleMs'", { timeouts: { idleMs: Number.NaN } }],
    ["'maxRetries'", { retries: { maxRetries: -1 } }],
    ["'maxRetries'", { retries: -1 }],
    ['requires a base URL', { provider: 'openai-compatible' }],
    ["'OPENAI_BASE_URL'", { runtime: runtime({ OPENAI_BASE_URL: 'nowhere' }) }],
    ['HTTP header', { apiKey: 'a b' }],
  ])('refuses a config with %s', (message, config) => {
    const base = { provider: 'openai', model: 'gpt-4o', apiKey: 'key', runtime: runtime({}) } as const;
    expect(() => createClient({ ...base, ...config })).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        blame: 'developer',
        message: expect.stringContaining(message),
      }),
    );
  });
});

it('takes a number of retries, or options', () => {
  expect(getLimits({ retries: 2 })).toEqual(getLimits({ retries: { maxRetries: 2 } }));
  expect(getLimits({ retries: 2 }).maxRetries).toBe(2);
});
