import type { GenerateOptions } from '@toolwright/contract';
import type { AnthropicTool } from '@toolwright/json-schema';
import { findFacts } from '../../models/find-facts.js';
import type { Block, WireTurn } from './encode-messages.js';
import { encodeRequest } from './encode-request.js';
import { ANTHROPIC_MODELS } from './models.js';

const factsOf = (name: string) => findFacts(ANTHROPIC_MODELS, name) ?? ANTHROPIC_MODELS.unknown;

const tool = (name: string): AnthropicTool => ({ name, description: '', input_schema: { type: 'object' } });
const tools = [tool('a'), tool('b')];
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] }) as const;
const assistant = { role: 'assistant', content: [{ type: 'text', text: 'Yes?' }] } as const;
const cached = { cache_control: { type: 'ephemeral' } };

function encode(
  options: GenerateOptions = {},
  model = 'claude-opus-4-8',
  sent: readonly AnthropicTool[] = tools,
) {
  const conversation = {
    system: ['Be brief.', 'Be kind.'],
    messages: [user('1'), assistant, user('2'), assistant, user('3')],
  };
  return encodeRequest({
    model,
    conversation,
    tools: sent,
    options,
    facts: factsOf(model),
    stream: false,
  });
}
const bodyOf = (...asked: Parameters<typeof encode>) => encode(...asked).body;

describe('the limit of tokens', () => {
  // E3
  it('is always sent', () => {
    expect(bodyOf()).toMatchObject({ max_tokens: 16_384 });
    expect(bodyOf({}, 'claude-3-5-haiku-latest')).toMatchObject({ max_tokens: 8192 });
    expect(bodyOf({}, 'claude-of-tomorrow')).toMatchObject({ max_tokens: 16_384 });
  });

  it("is the caller's, if one is set", () => {
    expect(bodyOf({ maxTokens: 10 })).toMatchObject({ max_tokens: 10 });
    expect(bodyOf({ maxTokens: 10, maxCompletionTokens: 20 })).toMatchObject({ max_tokens: 20 });
  });
});

// E12
describe('the prompt cache', () => {
  it('has breakpoints after tools, system prompt and the last two user messages', () => {
    expect(bodyOf()).toMatchObject({
      tools: [{ name: 'a' }, { name: 'b', ...cached }],
      system: [{ text: 'Be brief.' }, { text: 'Be kind.', ...cached }],
      messages: [
        { content: [{ text: '1' }] },
        assistant,
        { content: [{ text: '2', ...cached }] },
        assistant,
        { content: [{ text: '3', ...cached }] },
      ],
    });
    expect(JSON.stringify(bodyOf()).match(/cache_control/g)).toHaveLength(4);
  });

  it('does not change messages that are sent again', () => {
    const turn = user('1');
    const conversation = { system: [], messages: [turn] };
    const facts = factsOf('claude-opus-4-8');
    const request = { model: 'm', conversation, tools, options: {}, facts, stream: false };
    expect(encodeRequest(request).body).not.toHaveProperty('system');
    expect(turn.content[0]).toEqual({ type: 'text', text: '1' });
    expect(tools[1]).toEqual(tool('b'));
  });

  it('has no breakpoints for models without caching', () => {
    expect(JSON.stringify(bodyOf({}, 'claude-of-tomorrow'))).not.toContain('cache_control');
  });
});

describe('reasoning', () => {
  const adaptive = { type: 'adaptive', display: 'summarized' };

  it.each<[string, GenerateOptions, object | undefined, object | undefined]>([
    ['claude-opus-4-8', {}, undefined, undefined],
    ['claude-opus-4-8', { reasoningEffort: 'low' }, adaptive, { effort: 'low' }],
    ['claude-opus-4-8', { reasoningEffort: 'max' }, adaptive, { effort: 'max' }],
    ['claude-opus-4-8', { reasoningEffort: 'none' }, undefined, undefined],
    ['claude-opus-5', { reasoningEffort: 'none' }, { type: 'disabled' }, undefined],
    ['claude-sonnet-5-5', { reasoningEffort: 'none' }, { type: 'between_tools' }, undefined],
    ['claude-opus-5-5', { reasoningEffort: 'none' }, undefined, { effort: 'low' }],
    ['claude-fable-5-1', { reasoningEffort: 'high' }, adaptive, { effort: 'high' }],
    ['claude-haiku-4-5', { reasoningEffort: 'none' }, undefined, undefined],
    ['claude-haiku-4-5', { reasoningEffort: 'minimal' }, { type: 'enabled', budget_tokens: 1024 }, undefined],
    ['claude-haiku-4-5', { reasoningEffort: 'low' }, { type: 'enabled', budget_tokens: 2048 }, undefined],
    [
      'claude-haiku-4-5-20251001',
      { reasoningEffort: 'high' },
      { type: 'enabled', budget_tokens: 8192 },
      undefined,
    ],
    [
      'claude-opus-4-5',
      { reasoningEffort: 'medium' },
      { type: 'enabled', budget_tokens: 4096 },
      { effort: 'medium' },
    ],
    [
      'claude-sonnet-4-5',
      { reasoningEffort: 'high', maxTokens: 1500 },
      { type: 'enabled', budget_tokens: 1024 },
      undefined,
    ],
    ['claude-3-5-haiku', { reasoningEffort: 'high' }, undefined, undefined],
  ])('of %s with %j', (model, options, thinking, config) => {
    const { body, warnings } = encode(options, model);
    expect(body.thinking).toEqual(thinking);
    expect(body.output_config).toEqual(config);
    expect(warnings).toEqual([]);
  });

  it.each<[GenerateOptions, string]>([
    [{ reasoningEffort: 'low', maxTokens: 1024 }, 'more than 1024 tokens'],
    [{ reasoningEffort: 'low', toolChoice: 'required' }, "toolChoice 'required'"],
  ])('is left out with a warning if %j is not possible', (options, warning) => {
    const { body, warnings } = encode(options, 'claude-haiku-4-5');
    expect(body).not.toHaveProperty('thinking');
    expect(warnings).toEqual([expect.stringContaining(warning)]);
  });
});

// H6
describe('reasoning within tool calls', () => {
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' } as const;
  const call = { type: 'tool_use', id: 'c', name: 'a', input: {} } as const;
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] } as const;
  const calling = (...content: Block[]) => ({ role: 'assistant', content }) as const;

  it.each<[string, string, readonly WireTurn[], boolean]>([
    ['with thoughts of the model', 'claude-haiku-4-5', [calling(thought, call), result], true],
    [
      'that the model continued without thoughts',
      'claude-haiku-4-5',
      [calling(thought, call), result, calling(call), result],
      true,
    ],
    ['of an earlier question', 'claude-haiku-4-5', [calling(call), result, calling(), user('2')], true],
    [
      'that began without thoughts',
      'claude-haiku-4-5',
      [calling(call), result, calling(thought, call), result],
      false,
    ],
    [
      'that began without thoughts, if the model decides itself',
      'claude-opus-4-8',
      [calling(call), result],
      true,
    ],
  ])('%s', (_, model, turns, thinks) => {
    const { body, warnings } = encodeRequest({
      model,
      conversation: { system: [], messages: [user('1'), ...turns] },
      tools,
      options: { reasoningEffort: 'low' },
      facts: factsOf(model),
      stream: false,
    });
    expect(body.thinking !== undefined).toBe(thinks);
    expect(warnings).toEqual(
      thinks ? [] : ['reasoning is omitted, because the previous tool calls were made without it'],
    );
  });
});

describe('the choice of tools', () => {
  it.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
  ] as const)('%s', (toolChoice, wire) => {
    expect(bodyOf({ toolChoice }).tool_choice).toEqual(wire);
    expect(bodyOf({ toolChoice }, 'claude-opus-4-8', [])).not.toHaveProperty('tool_choice');
  });
});

describe('JSON output', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;

  it('is a structured output if the model supports it', () => {
    const body = bodyOf({ jsonResponse: { name: 'x', schema }, reasoningEffort: 'low' });
    expect(body.output_config).toEqual({
      effort: 'low',
      format: { type: 'json_schema', schema: { ...schema, required: [], additionalProperties: false } },
    });
    expect(body.system).toHaveLength(2);
  });

  it.each<[string, GenerateOptions['jsonResponse'], string]>([
    ['any object', true, 'one JSON object'],
    ['a schema that the API cannot say', { name: 'x', schema: { type: 'object' } }, '{"type":"object"}'],
  ])('is requested in the system prompt if it is %s', (_name, jsonResponse, words) => {
    const body = bodyOf({ jsonResponse });
    expect(body).not.toHaveProperty('output_config');
    expect(body.system).toMatchObject([{}, {}, { text: expect.stringContaining(words), ...cached }]);
  });
});

describe('other options', () => {
  it('are sent only if they are set', () => {
    expect(Object.keys(bodyOf({}, 'claude-opus-4-8', [])).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'system',
    ]);
    expect(bodyOf({ temperature: 0 })).toMatchObject({ temperature: 0 });
  });

  it('for search become a tool of the provider', () => {
    const place = { city: 'Oslo', country: 'NO' };
    const webSearchOptions = {
      search_context_size: 'low',
      user_location: { type: 'approximate', approximate: place },
    };
    expect(bodyOf({ webSearchOptions }).tools).toMatchObject([
      { name: 'a' },
      { name: 'b' },
      { type: 'web_search_20250305', name: 'web_search', user_location: { type: 'approximate', ...place } },
    ]);
    const own = { max_uses: 2, user_location: place };
    expect(bodyOf({ webSearchOptions: own }, 'claude-opus-4-8', []).tools).toEqual([
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 2,
        user_location: { type: 'approximate', ...place },
        ...cached,
      },
    ]);
  });

  it('in extraBody take precedence, and join the output settings', () => {
    const extraBody = { max_tokens: 1, service_tier: 'auto', output_config: { task_budget: 5 } };
    expect(bodyOf({ extraBody, reasoningEffort: 'low' })).toMatchObject({
      max_tokens: 1,
      service_tier: 'auto',
      output_config: { effort: 'low', task_budget: 5 },
    });
  });
});
