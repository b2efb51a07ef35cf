import { findFacts } from '../../models/find-facts.js';
import { getApiFacts } from './api-facts.js';
import { OPENAI_MODELS } from './models.js';

const getChatFacts = (model: string, capabilities = {}) =>
  getApiFacts(findFacts(OPENAI_MODELS, model) ?? OPENAI_MODELS.unknown, capabilities).chat;

// A11
describe('the facts about a model through chat completions', () => {
  it.each([
    ['gpt-5', { reasoning: true, tools: true, strictSchemas: true, temperature: 'never' }],
    ['gpt-5.4-mini-2026-03-17', { reasoning: true, temperature: 'without-reasoning' }],
    ['gpt-6-sol', { reasoning: true, temperature: 'without-reasoning', contextTokens: 1_050_000 }],
    ['gpt-6.1-sol', { reasoning: true, temperature: 'never', strictSchemas: true, maxOutputTokens: 128_000 }],
    ['gpt-5.5', { contextTokens: 1_050_000, maxOutputTokens: 128_000 }],
    ['gpt-5-chat-latest', { reasoning: false, temperature: 'always' }],
    ['gpt-4o-2024-11-20', { reasoning: false, images: true, strictSchemas: true, webSearch: false }],
    ['gpt-4o-2024-05-13', { strictSchemas: false, jsonMode: true }],
    ['gpt-4o-mini-search-preview', { webSearch: true, tools: false }],
    ['gpt-4-0613', { jsonMode: false, images: false, tools: true }],
    ['gpt-3.5-turbo', { jsonMode: true, images: false }],
    ['o3-mini', { reasoning: true, images: false, tokenLimitName: 'max_completion_tokens' }],
    ['o3', { reasoning: true, images: true }],
    ['ft:gpt-4o-mini:acme::1', { strictSchemas: true }],
    ['openai/gpt-4.1', { strictSchemas: true }],
  ])('knows %s', (model, facts) => {
    expect(getChatFacts(model)).toMatchObject(facts);
  });

  it.each(['llama3.1', 'gpt-45', 'o30', 'gpt-6', ''])(
    'asks an unknown model (%j) for tools only',
    (model) => {
      const { tools, temperature, tokenLimitName, ...rest } = getChatFacts(model);
      expect([tools, temperature, tokenLimitName]).toEqual([true, 'always', undefined]);
      expect(Object.values(rest).every((value) => value === false || value === 'none')).toBe(true);
    },
  );

  it('assumes no size for a future version', () => {
    for (const model of ['gpt-5.9', 'gpt-6.9-sol']) {
      const facts = getChatFacts(model);
      expect(facts).toMatchObject({ reasoning: true, strictSchemas: true });
      expect(facts).not.toHaveProperty('contextTokens');
      expect(facts).not.toHaveProperty('maxOutputTokens');
    }
  });

  it('lets the config correct it', () => {
    expect(getChatFacts('llava', { images: true, tools: false })).toMatchObject({
      images: true,
      tools: false,
    });
    expect(getChatFacts('gpt-4o', { images: undefined }).images).toBe(true);
  });
});
