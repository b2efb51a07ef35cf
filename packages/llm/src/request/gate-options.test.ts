import type { GenerateOptions, RemoteMcpServer } from '@toolwright/contract';
import { type ModelFacts, UNKNOWN_MODEL } from '../models/model-facts.js';
import { gateOptions } from './gate-options.js';

const nothing = { tools: false };
const schema = { name: 'a', schema: { type: 'object' } } as const;

function gate(options: GenerateOptions, facts: Partial<ModelFacts>, cargo = nothing) {
  return gateOptions(options, cargo, { ...UNKNOWN_MODEL, ...facts });
}

// A11
describe('gateOptions', () => {
  it('keeps supported options', () => {
    const options = { temperature: 0.5, seed: 1, reasoningEffort: 'low', jsonResponse: true } as const;
    const { options: kept, dropped } = gate(options, { reasoning: true, jsonMode: true });
    expect(kept).toMatchObject(options);
    expect(dropped).toEqual([]);
  });

  it.each<[string, GenerateOptions, Partial<ModelFacts>]>([
    ['temperature', { temperature: 0 }, { temperature: 'never' }],
    [
      'temperature',
      { temperature: 1, reasoningEffort: 'low' },
      { temperature: 'without-reasoning', reasoning: true },
    ],
    ['reasoningEffort', { reasoningEffort: 'high' }, {}],
    ['webSearchOptions', { webSearchOptions: {} }, {}],
    ['jsonResponse', { jsonResponse: true }, {}],
    ['jsonResponse', { jsonResponse: schema }, {}],
    ['jsonResponse', { jsonResponse: true }, { strictSchemas: true }],
  ])('leaves %s out if it is not supported', (name, options, facts) => {
    const { options: kept, dropped } = gate(options, facts);
    expect(dropped).toEqual([name]);
    expect(kept).toMatchObject({ [name]: undefined });
  });

  it('leaves out MCP servers without allowed tools, because an empty list may mean all', () => {
    const docs = { name: 'docs', url: 'https://docs.example.com', allow: ['search'] };
    const mute = { ...docs, name: 'mute', allow: [] };
    const kept = (...mcpServers: RemoteMcpServer[]) => {
      const { options, dropped } = gate({ mcpServers }, { mcpServers: 'headers' });
      return [options.mcpServers, dropped];
    };
    expect(kept(docs, mute)).toEqual([[docs], []]);
    expect(kept(mute)).toEqual([undefined, []]);
  });

  it('checks pairs: temperature without reasoning, JSON with tools', () => {
    const flexible = { temperature: 'without-reasoning', reasoning: true } as const;
    expect(gate({ temperature: 1, reasoningEffort: 'none' }, flexible).options.temperature).toBe(1);
    const cargo = { tools: true };
    expect(gate({ jsonResponse: true }, { jsonMode: true }, cargo).dropped).toEqual([
      'jsonResponse combined with tools',
    ]);
    const both = { jsonMode: true, jsonModeWithTools: true };
    expect(gate({ jsonResponse: true }, both, cargo)).toMatchObject({
      options: { jsonResponse: true },
      send: cargo,
      dropped: [],
    });
  });

  it('checks pairs: reasoning with tools, by default or on request', () => {
    const facts = { reasoning: true, reasoningWithTools: false } as const;
    const cargo = { tools: true };
    const quiet = { ...facts, defaultEffort: 'none' } as const;
    expect(gate({}, quiet, cargo)).toMatchObject({ options: { reasoningEffort: 'none' }, dropped: [] });
    expect(gate({ reasoningEffort: 'none' }, facts, cargo).dropped).toEqual([]);
    for (const [options, model] of [
      [{}, facts],
      [{ reasoningEffort: 'low' }, quiet],
    ] as const) {
      expect(gate(options, model, cargo)).toMatchObject({
        options: { reasoningEffort: 'none' },
        dropped: [expect.stringContaining('reasoning combined with tools')],
      });
    }
    expect(gate({ reasoningEffort: 'low' }, facts)).toMatchObject({ options: { reasoningEffort: 'low' } });
  });

  it.each([
    ['minimal', ['none', 'low', 'high'], 'none'],
    ['none', ['minimal', 'low'], 'minimal'],
    ['max', ['low', 'high'], 'high'],
    ['medium', ['low', 'high'], 'low'],
  ] as const)('sends the nearest effort that the model knows: %s of %j', (asked, efforts, sent) => {
    const { options, dropped } = gate({ reasoningEffort: asked }, { reasoning: true, efforts });
    expect(options.reasoningEffort).toBe(sent);
    expect(dropped).toEqual([`the reasoningEffort '${asked}' ('${sent}' is sent instead)`]);
  });

  it('leaves out the seed if the model does not support it', () => {
    expect(gate({ seed: 1 }, { seed: false })).toMatchObject({
      options: { seed: undefined },
      dropped: ['seed'],
    });
  });

  it('asks for any JSON object if the schema cannot be sent', () => {
    const { options, dropped } = gate({ jsonResponse: schema }, { jsonMode: true });
    expect(options.jsonResponse).toBe(true);
    expect(dropped).toHaveLength(1);
  });

  it('warns of nothing if nothing is lost', () => {
    expect(gate({ reasoningEffort: 'none', jsonResponse: false }, {})).toMatchObject({
      options: { reasoningEffort: undefined, jsonResponse: undefined },
      dropped: [],
    });
  });

  it('leaves out tools that the model does not support', () => {
    expect(gate({}, { tools: false }, { tools: true })).toMatchObject({
      send: { tools: false },
      dropped: ['tools'],
    });
  });
});
