import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Model as AnthropicName } from '@anthropic-ai/sdk/resources/messages/messages.js';
import type { AllModels, ChatModel } from 'openai/resources/shared.js';
import { createClient } from '../client/create-client.js';
import { PROVIDERS } from '../providers/providers.js';
import { CatalogueModel, Model } from './model.js';

const require = createRequire(import.meta.url);

/** The names of a union that ends with any other string. */
type Named<T> = T extends string ? (string extends T ? never : T) : never;
type NameOf<Provider> = Extract<(typeof Model)[keyof typeof Model], { readonly provider: Provider }>['name'];

// D5
describe('Model', () => {
  it('has a constant for each name in the types of the SDKs', () => {
    // Checked by the compiler: what is missing here, or there, is named in its error.
    const openai: Record<Exclude<ChatModel | Named<AllModels>, NameOf<'openai'>>, never> = {};
    const anthropic: Record<Exclude<Named<AnthropicName>, NameOf<'anthropic'>>, never> = {};
    expect([openai, anthropic]).toEqual([{}, {}]);
  });

  it("has a constant for each name in Groq's type, which has no name of its own", () => {
    const root = dirname(require.resolve('groq-sdk'));
    const types = readFileSync(join(root, 'resources/chat/completions.d.ts'), 'utf8');
    const union = /model: \(string & \{\}\) \| ([^;]*);/.exec(types)?.[1] ?? '';
    const names = [...union.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    const known = Object.values(Model).filter(({ provider }) => provider === 'groq');
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  // D5
  it('has name, provider and capabilities of a model', () => {
    expect(Model.GPT_5_MINI).toBeInstanceOf(CatalogueModel);
    const name: 'gpt-5-mini' = Model.GPT_5_MINI.name;
    const provider: 'anthropic' = Model.CLAUDE_OPUS_4_8.provider;
    expect([name, provider]).toEqual(['gpt-5-mini', 'anthropic']);
    expect(Model.GPT_5_MINI).toMatchObject({ contextTokens: 400_000, maxOutputTokens: 128_000 });
    expect(Model.GPT_5_6_LUNA).toMatchObject({ contextTokens: 1_050_000, maxOutputTokens: 128_000 });
    // Through the responses API.
    expect(Model.GPT_5_MINI.capabilities).toMatchObject({ reasoning: true, webSearch: true });
    expect(Model.META_LLAMA_LLAMA_4_SCOUT_17B_16E_INSTRUCT).toMatchObject({
      provider: 'groq',
      maxOutputTokens: 8192,
    });
    expect(Model.GEMINI_2_5_FLASH.capabilities.images).toBe(true);
    expect(Model.CLAUDE_OPUS_4_8.capabilities.mcpServers).toBe('bearer');
    expect(`${Model.O3}`).toBe('o3');
  });

  // D5
  it('works with its own provider or a compatible server, and no other', () => {
    const apiKey = 'key';
    expect(createClient({ model: Model.GPT_5_MINI, provider: 'openai', apiKey }).provider).toBe('openai');
    const any: CatalogueModel = Model.GPT_5_MINI;
    expect(createClient({ model: any, apiKey }).model).toBe('gpt-5-mini');
    // @ts-expect-error: a model of OpenAI
    expect(() => createClient({ model: Model.GPT_5_MINI, provider: 'anthropic', apiKey })).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: "The model 'gpt-5-mini' belongs to the provider 'openai', not to 'anthropic'.",
      }),
    );
  });

  it('has one model for each constant', () => {
    const constants = Object.entries(Model);
    for (const [constant, { name }] of constants) {
      expect(name.replace(/[-./]/g, '_').toUpperCase()).toBe(constant);
    }
    expect(new Set(constants.map(([, { name, provider }]) => `${provider} ${name}`)).size).toBe(
      constants.length,
    );
  });

  it('describes every model', () => {
    const unknown = Object.values(Model).filter(({ provider, name }) => !PROVIDERS[provider].findFacts(name));
    expect(unknown).toEqual([]);
  });

  it('creates clients, also for other servers, like a string', () => {
    const runtime = { env: { OPENAI_API_KEY: 'k' } };
    expect(createClient({ model: Model.GPT_5_MINI, runtime })).toMatchObject({
      provider: 'openai',
      model: 'gpt-5-mini',
    });
    const proxy = { provider: 'openai-compatible', baseUrl: 'http://localhost:8000/v1' } as const;
    expect(createClient({ model: Model.GPT_4O, ...proxy, runtime })).toMatchObject({
      ...{ provider: proxy.provider },
      model: 'gpt-4o',
    });
    expect(createClient({ model: 'own-model', provider: 'openai', runtime })).toMatchObject({
      model: 'own-model',
    });
  });
});
