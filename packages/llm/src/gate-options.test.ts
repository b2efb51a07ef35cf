import type { GenerateOptions } from '@toolwright/contract';
import { type ModelFacts, UNKNOWN_MODEL } from './catalogue/model-facts.js';
import { gateOptions } from './gate-options.js';

const nothing = { tools: false, images: false };
const schema = { name: 'a', schema: { type: 'object' } } as const;

function gate(options: GenerateOptions, facts: Partial<ModelFacts>, cargo = nothing) {
  return gateOptions(options, cargo, { ...UNKNOWN_MODEL, ...facts });
}

// A11
describe('gateOptions', () => {
  it('lets through what is supported', () => {
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
  ])('leaves %s out where it is not', (name, options, facts) => {
    const { options: kept, dropped } = gate(options, facts);
    expect(dropped).toEqual([name]);
    expect(kept).toMatchObject({ [name]: undefined });
  });

  it('knows pairs: temperature without reasoning, JSON with tools', () => {
    const flexible = { temperature: 'without-reasoning', reasoning: true } as const;
    expect(gate({ temperature: 1, reasoningEffort: 'none' }, flexible).options.temperature).toBe(1);
    const cargo = { tools: true, images: false };
    expect(gate({ jsonResponse: true }, { jsonMode: true }, cargo).dropped).toEqual([
      'jsonResponse together with tools',
    ]);
    const both = { jsonMode: true, jsonModeWithTools: true };
    expect(gate({ jsonResponse: true }, both, cargo)).toMatchObject({
      options: { jsonResponse: true },
      send: cargo,
      dropped: [],
    });
  });

  it('asks for any JSON object where the schema cannot be sent', () => {
    const { options, dropped } = gate({ jsonResponse: schema }, { jsonMode: true });
    expect(options.jsonResponse).toBe(true);
    expect(dropped).toHaveLength(1);
  });

  it('says nothing where nothing is lost', () => {
    expect(gate({ reasoningEffort: 'none', jsonResponse: false }, {})).toMatchObject({
      options: { reasoningEffort: undefined, jsonResponse: undefined },
      dropped: [],
    });
  });

  it('leaves out tools and images that the model cannot take', () => {
    expect(gate({}, { tools: false }, { tools: true, images: true })).toMatchObject({
      send: { tools: false, images: false },
      dropped: ['tools', 'images'],
    });
  });
});
