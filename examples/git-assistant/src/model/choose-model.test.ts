import { chooseModel } from './choose-model.js';

describe('the model', () => {
  it('is that of the provider with a key, together with its fast model', () => {
    expect(chooseModel({}, { ANTHROPIC_API_KEY: 'k' })).toEqual({
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
      fastModel: 'claude-haiku-5-5',
    });
  });

  it('that the options name is used for everything', () => {
    const chosen = chooseModel({ provider: 'ollama', model: 'qwen3' }, { OPENAI_API_KEY: 'k' });
    expect(chosen).toEqual({ provider: 'ollama', model: 'qwen3', fastModel: 'qwen3' });
  });

  it('is scripted if nothing is named, and an empty key counts as missing', () => {
    expect(chooseModel({}, { OPENAI_API_KEY: ' ' })).toBeUndefined();
  });

  it('must be named together with a provider', () => {
    expect(() => chooseModel({ model: 'x' }, {})).toThrow('No provider for the model "x".');
    expect(() => chooseModel({}, { GROQ_API_KEY: 'k' })).toThrow('Which model of groq?');
  });

  it('options without a provider are errors, not ignored', () => {
    expect(() => chooseModel({ fastModel: 'x' }, {})).toThrow('No provider for the fast model "x".');
    expect(() => chooseModel({ baseUrl: 'http://localhost:1/v1' }, {})).toThrow(
      'No provider for the base URL "http://localhost:1/v1".',
    );
    expect(chooseModel({ baseUrl: 'http://localhost:1/v1' }, { OPENAI_API_KEY: 'k' })).toBeDefined();
  });

  it.each(['notaurl', 'localhost:11434', 'file:///etc/passwd', ''])(
    'cannot have an address such as %j',
    (baseUrl) => {
      for (const environment of [{}, { OPENAI_API_KEY: 'k' }]) {
        expect(() => chooseModel({ baseUrl }, environment)).toThrow(
          `The base URL ${JSON.stringify(baseUrl)} is not the address of a server.`,
        );
      }
    },
  );
});
