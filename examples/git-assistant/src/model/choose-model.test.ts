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

  it('loses no option for want of a provider', () => {
    expect(() => chooseModel({ fastModel: 'x' }, {})).toThrow('No provider for the fast model "x".');
    expect(() => chooseModel({ baseUrl: 'http://localhost:1/v1' }, {})).toThrow(
      'No provider for the base URL "http://localhost:1/v1".',
    );
    expect(chooseModel({ baseUrl: 'http://localhost:1/v1' }, { OPENAI_API_KEY: 'k' })).toBeDefined();
  });

  it.each(['notaurl', 'localhost:11434', 'file:///etc/passwd', ''])(
    'is at no address such as %j',
    (baseUrl) => {
      for (const environment of [{}, { OPENAI_API_KEY: 'k' }]) {
        expect(() => chooseModel({ baseUrl }, environment)).toThrow(
          `The base URL ${JSON.stringify(baseUrl)} is not the address of a server.`,
        );
      }
    },
  );
});
