import * as api from './index.js';
import * as testing from './testing.js';

describe('the public names', () => {
  it('are exactly the documented ones', () => {
    expect(Object.keys(api).sort()).toEqual([
      'AnthropicClient',
      'CatalogueModel',
      'GoogleClient',
      'GroqClient',
      'Model',
      'OllamaClient',
      'OpenAIClient',
      'StreamAssembler',
      'addUsage',
      'assemble',
      'costOf',
      'createClient',
      'createMessage',
      'fallbackClient',
      'routeClient',
      'sanitizeName',
      'toAssistantMessage',
      'toDeltas',
    ]);
    // `secretValues` finds what a cassette must not keep (L3).
    expect(Object.keys(testing).sort()).toEqual(['scriptedModel', 'secretValues']);
  });
});
