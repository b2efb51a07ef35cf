import { chooseModel } from './choose-model.js';

describe('the model', () => {
  it('is that of the provider whose key is set, with a fast one beside it', () => {
    expect(chooseModel({}, { ANTHROPIC_API_KEY: 'k' })).toEqual({
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
      fastModel: 'claude-haiku-5-5',
    });
  });

  it('is the one that the options name, for everything', () => {
    const chosen = chooseModel({ provider: 'ollama', model: 'qwen3' }, { OPENAI_API_KEY: 'k' });
    expect(chosen).toEqual({ provider: 'ollama', model: 'qwen3', fastModel: 'qwen3' });
  });

  it('is scripted where nothing is named, and an empty key counts as none', () => {
    expect(chooseModel({}, { OPENAI_API_KEY: ' ' })).toBeUndefined();
  });

  it('must be named together with a provider', () => {
    expect(() => chooseModel({ model: 'x' }, {})).toThrow('No provider for the model "x".');
    expect(() => chooseModel({}, { GROQ_API_KEY: 'k' })).toThrow('Which model of groq?');
  });
});
