import * as api from './index.js';
import * as testing from './testing.js';

describe('the public names', () => {
  it('are these', () => {
    expect(Object.keys(api).sort()).toEqual([
      'AnthropicClient',
      'GoogleClient',
      'GroqClient',
      'OllamaClient',
      'OpenAIClient',
      'StreamAssembler',
      'addUsage',
      'assemble',
      'createClient',
      'createMessage',
      'sanitizeName',
      'toAssistantMessage',
    ]);
    expect(Object.keys(testing)).toEqual(['scriptedModel']);
  });
});
