import type { GenerateOptions } from '@toolwright/contract';
import { findFacts } from '../../models/find-facts.js';
import { encodeRequest } from './encode-request.js';
import { GOOGLE_MODELS } from './models.js';

const factsOf = (name: string) => findFacts(GOOGLE_MODELS, name) ?? GOOGLE_MODELS.unknown;

const tools = [{ name: 'a', parametersJsonSchema: {} }];

function encode(options: GenerateOptions = {}, model = 'gemini-3.8-flash', sent: readonly object[] = []) {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
  return encodeRequest({
    model,
    system: ['Be brief.'],
    contents,
    tools: sent,
    options,
    facts: factsOf(model),
  });
}
const configOf = (...asked: Parameters<typeof encode>) => encode(...asked).parameters.config;

describe('the parameters of generateContent', () => {
  it('contain only the options that are set, and leave calls to the agent', () => {
    expect(encode().parameters).toEqual({
      model: 'gemini-3.8-flash',
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      config: {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        automaticFunctionCalling: { disable: true },
        automaticContinuation: false,
      },
    });
    const options = {
      temperature: 0,
      seed: 7,
      maxTokens: 5,
      maxCompletionTokens: 6,
      extraBody: { labels: {} },
    };
    expect(configOf(options)).toMatchObject({
      temperature: 0,
      seed: 7,
      maxOutputTokens: 6,
      httpOptions: { extraBody: { labels: {} } },
    });
  });

  it.each([
    ['auto', undefined],
    ['none', { functionCallingConfig: { mode: 'NONE' } }],
    ['required', { functionCallingConfig: { mode: 'ANY' } }],
  ] as const)('choose tools: %s', (toolChoice, toolConfig) => {
    const config = configOf({ toolChoice }, 'gemini-3.8-flash', tools);
    expect(config.toolConfig).toEqual(toolConfig);
    expect(config.tools).toEqual([{ functionDeclarations: tools }]);
    expect(configOf({ toolChoice })).not.toHaveProperty('toolConfig');
  });

  it('search, but not together with tools', () => {
    expect(configOf({ webSearchOptions: {} }).tools).toEqual([{ googleSearch: {} }]);
    const { parameters, warnings } = encode({ webSearchOptions: {} }, 'gemini-3.8-flash', tools);
    expect(parameters.config.tools).toEqual([{ functionDeclarations: tools }]);
    expect(warnings).toEqual([expect.stringContaining('webSearchOptions')]);
  });

  it.each<[string, GenerateOptions, object | undefined]>([
    ['gemini-3.8-flash', {}, undefined],
    ['gemini-3.8-flash', { reasoningEffort: 'low' }, { thinkingLevel: 'LOW', includeThoughts: true }],
    [
      'gemini-3-flash-preview',
      { reasoningEffort: 'minimal' },
      { thinkingLevel: 'MINIMAL', includeThoughts: true },
    ],
    ['models/gemini-4-argon', { reasoningEffort: 'high' }, { thinkingLevel: 'HIGH', includeThoughts: true }],
    ['gemini-2.5-flash', { reasoningEffort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { reasoningEffort: 'low' }, { thinkingBudget: 1024, includeThoughts: true }],
    ['gemini-2.5-pro', { reasoningEffort: 'medium' }, { thinkingBudget: 8192, includeThoughts: true }],
    ['gemini-2.5-pro', { reasoningEffort: 'high' }, { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.0-flash', { reasoningEffort: 'high' }, undefined],
  ])('think: %s with %j', (model, options, thinkingConfig) => {
    expect(configOf(options, model).thinkingConfig).toEqual(thinkingConfig);
  });

  it('ask for JSON, with a schema in the form of the API', () => {
    expect(configOf({ jsonResponse: true })).toMatchObject({ responseMimeType: 'application/json' });
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 } },
      required: ['a'],
      additionalProperties: false,
    } as const;
    const { responseJsonSchema } = configOf({ jsonResponse: { name: 'x', schema } });
    expect(responseJsonSchema).toMatchObject({ type: 'object', properties: { a: { type: 'string' } } });
    expect(JSON.stringify(responseJsonSchema)).not.toContain('minLength":');
    const list = { type: 'array', items: { type: 'string' } } as const;
    expect(configOf({ jsonResponse: { name: 'x', schema: list } }).responseJsonSchema).toEqual(list);
  });
});
