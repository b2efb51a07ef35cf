import type { GenerateOptions, Message, ToolSpec } from '@toolwright/contract';
import { findFacts } from '../../models/find-facts.js';
import { getApiFacts } from './api-facts.js';
import { chooseApi } from './choose-api.js';
import { OPENAI_MODELS } from './models.js';

const tool: ToolSpec = {
  name: 'now',
  description: 'The time.',
  parameters: { type: 'object', properties: {} },
  annotations: {},
  source: { file: 'a.ts', line: 1 },
};

function choose(
  model: string,
  { tools = false, ...options }: GenerateOptions & { tools?: boolean } = {},
  messages: readonly Message[] = [],
) {
  const facts = getApiFacts(findFacts(OPENAI_MODELS, model) ?? OPENAI_MODELS.unknown, undefined).chat;
  return chooseApi({ messages, tools: tools ? [tool] : [], options }, facts, 'openai');
}

// C5
describe('chooseApi', () => {
  it.each([
    ['gpt-4.1', { tools: true }],
    ['gpt-4o-search-preview', { webSearchOptions: {} }],
    ['gpt-5-mini', {}],
    ['gpt-5-mini', { reasoningEffort: 'high' }],
    ['gpt-5.1', { tools: true }],
    ['gpt-5.6-luna', { tools: true, reasoningEffort: 'none' }],
    ['somebody-elses-model', { tools: true, webSearchOptions: {} }],
  ] as const)('takes chat completions for %s with %j', (model, options) => {
    expect(choose(model, options)).toBe('chat');
  });

  it.each([
    ['gpt-4.1', { webSearchOptions: {} }],
    ['gpt-5-mini', { tools: true }],
    ['gpt-5.1', { tools: true, reasoningEffort: 'low' }],
    ['gpt-5.6-luna', { tools: true }],
    ['gpt-6-sol', { tools: true }],
    ['gpt-6.1-sol', { tools: true }],
    ['o3', { webSearchOptions: { search_context_size: 'low' } }],
    ['o3-pro', {}],
    ['gpt-5-codex', {}],
    ['computer-use-preview', {}],
  ] as const)('takes the responses API for %s with %j', (model, options) => {
    expect(choose(model, options)).toBe('responses');
  });

  it('continues a conversation with reasoning', () => {
    const data = { openai: { responses: [{ kind: 'item', item: { type: 'reasoning' } }] } };
    const messages: Message[] = [{ role: 'assistant', content: 'x', provider_data: data }];
    expect(choose('gpt-5-mini', {}, messages)).toBe('responses');
    expect(
      choose('gpt-5-mini', {}, [{ role: 'assistant', content: 'x', provider_data: { google: {} } }]),
    ).toBe('chat');
  });

  // H4
  it('takes the responses API for images in a tool result, which chat completions do not accept', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } } as const;
    const result = { role: 'tool', tool_call_id: 'c', content: [image] } as const;
    expect(choose('gpt-4.1', {}, [result])).toBe('responses');
    expect(choose('gpt-4.1', {}, [{ role: 'user', content: [image] }])).toBe('chat');
    expect(choose('somebody-elses-model', {}, [result])).toBe('chat');
  });
});
