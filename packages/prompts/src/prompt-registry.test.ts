import { PromptRegistry } from './prompt-registry.js';

// A8
describe('PromptRegistry', () => {
  it('renders templates and functions by name', () => {
    const prompts = new PromptRegistry()
      .addPrompt('assistant', 'You are {name}. Reply as {{"answer": …}}.')
      .addPrompt(
        'greeting',
        ({ name, tone = 'kindly' }: { name: string; tone?: string }) => `${name}, ${tone}`,
      );
    expect(prompts.render('assistant', { name: 'Ada' })).toBe('You are Ada. Reply as {"answer": …}.');
    expect(prompts.render('greeting', { name: 'Ada' })).toBe('Ada, kindly');
    expect(prompts.render('greeting', { name: 'Ada', tone: 'briskly' })).toBe('Ada, briskly');
  });

  it('returns undefined for an unknown prompt', () => {
    const prompts = new PromptRegistry();
    expect(prompts.getPrompt('assistant')).toBeUndefined();
    expect(prompts.render('assistant', {})).toBeUndefined();
    expect(prompts.render('constructor')).toBeUndefined();
    expect(prompts.has('assistant')).toBe(false);
  });

  it('returns prompts as they were added', () => {
    const prompt = () => 'x';
    const prompts = new PromptRegistry().addPrompt('template', 'Hi {name}').addPrompt('function', prompt);
    expect(prompts.getPrompt('template')).toBe('Hi {name}');
    expect(prompts.getPrompt('function')).toBe(prompt);
    expect(prompts.listPrompts()).toEqual(['template', 'function']);
  });

  it('replaces a prompt that is added again', () => {
    const prompts = new PromptRegistry().addPrompt('a', 'one').addPrompt('b', '').addPrompt('a', 'two');
    expect(prompts.render('a')).toBe('two');
    expect(prompts.render('b')).toBe('');
    expect(prompts.listPrompts()).toEqual(['a', 'b']);
  });

  it('keeps the old prompt if its replacement is malformed', () => {
    const prompts = new PromptRegistry().addPrompt('a', 'one');
    expect(() => prompts.addPrompt('a', 'two {')).toThrow(
      expect.objectContaining({ code: 'INVALID_PROMPT' }),
    );
    expect(prompts.render('a')).toBe('one');
  });

  it('writes numbers, booleans and JSON values as text, and never reads braces in values', () => {
    const prompts = new PromptRegistry().addPrompt('a', '{n} {yes} {big} {list} {text}');
    expect(prompts.render('a', { n: 1.5, yes: true, big: 12n, list: [1, { a: null }], text: '{n}}' })).toBe(
      '1.5 true 12 [1,{"a":null}] {n}}',
    );
  });

  it.each([{}, { name: undefined }, { name: null }])('reports a variable that is missing in %j', (vars) => {
    const prompts = new PromptRegistry().addPrompt('assistant', 'You are {name}.');
    expect(() => prompts.render('assistant', vars)).toThrow(
      expect.objectContaining({
        code: 'MISSING_VARIABLE',
        blame: 'developer',
        message: expect.stringContaining("Prompt 'assistant' needs the variable 'name'. Given: "),
      }),
    );
  });

  it('reads no variable from a prototype', () => {
    const prompts = new PromptRegistry().addPrompt('a', '{constructor}').addPrompt('b', '{toString}');
    expect(() => prompts.render('a', {})).toThrow("'constructor'");
    expect(() => prompts.render('b', {})).toThrow("'toString'");
  });

  it('refuses values that have no text', () => {
    const prompts = new PromptRegistry().addPrompt('a', '{value}');
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    for (const value of [() => 'x', Symbol('x'), circular]) {
      expect(() => prompts.render('a', { value })).toThrow(
        expect.objectContaining({ code: 'INVALID_PROMPT' }),
      );
    }
  });

  it('refuses an empty name, and a prompt that is neither text nor function', () => {
    const prompts = new PromptRegistry();
    expect(() => prompts.addPrompt('', 'x')).toThrow('A prompt needs a name.');
    // Plain JavaScript callers can pass anything.
    expect(() => prompts.addPrompt('a', 5 as never)).toThrow("Prompt 'a' must be a string or a function.");
  });
});

// A8
describe('a prompt function', () => {
  const code = 'MISSING_VARIABLE';
  const prompts = new PromptRegistry();

  it('reports a missing variable that it would print as undefined', () => {
    prompts.addPrompt('f', ({ name, tone = 'kind' }: { name?: string; tone?: string }) => `${name} ${tone}`);
    expect(() => prompts.render('f', {})).toThrow(
      expect.objectContaining({ code, message: "Prompt 'f' needs the variable 'name'. Given: none." }),
    );
    expect(() => prompts.render('f', { name: undefined, tone: 'kind' })).toThrow(
      "Prompt 'f' needs the variable 'name'. Given: name (as undefined), tone.",
    );
    expect(prompts.render('f', { name: 'Ada' })).toBe('Ada kind');
  });

  it('reports a missing variable that makes it throw', () => {
    prompts.addPrompt(
      'f',
      (vars: { name: string; list: string[]; tone?: string }) =>
        `${vars.tone ?? 'kind'} ${vars.name.toUpperCase()} ${vars.list.length}`,
    );
    expect(() => prompts.render('f', { tone: 'x', list: [] })).toThrow("needs the variable 'name'");
    expect(() => prompts.render('f', {})).toThrow(expect.objectContaining({ code }));
  });

  it('may contain the word "undefined"', () => {
    prompts.addPrompt(
      'f',
      ({ topic = 'undefined behaviour' }: { topic?: string }) => `undefined or ${topic}`,
    );
    expect(prompts.render('f')).toBe('undefined or undefined behaviour');
  });

  it('may omit optional variables', () => {
    prompts.addPrompt('f', ({ note }: { note?: string }) => (note === undefined ? 'none' : `note: ${note}`));
    expect(prompts.render('f')).toBe('none');
  });

  it('throws its own errors unchanged', () => {
    const failure = new Error('no database');
    prompts.addPrompt('f', ({ tone = 'kind' }: { tone?: string }) => {
      if (tone) throw failure;
      return '';
    });
    expect(() => prompts.render('f')).toThrow(failure);
  });

  it('must return a text', () => {
    // Plain JavaScript callers can return anything.
    prompts.addPrompt('f', (async () => 'late') as never);
    expect(() => prompts.render('f')).toThrow("Prompt 'f' returned a value of type object, not a string.");
  });
});

describe('variables', () => {
  it('are those of a template, each once, in order', () => {
    const prompts = new PromptRegistry()
      .addPrompt('t', '{b} and {a}, {{not}} and {b}')
      .addPrompt('none', 'x');
    expect(prompts.variables('t')).toEqual(['b', 'a']);
    expect(prompts.variables('none')).toEqual([]);
  });

  it('are unknown for functions and for missing prompts', () => {
    const prompts = new PromptRegistry().addPrompt('f', ({ a }: { a: string }) => a);
    expect(prompts.variables('f')).toBeUndefined();
    expect(prompts.variables('g')).toBeUndefined();
  });
});

describe('onChange', () => {
  it('reports every prompt until the listener is removed', () => {
    const prompts = new PromptRegistry();
    const seen: number[] = [];
    const end = prompts.onChange(() => seen.push(prompts.listPrompts().length));
    prompts.addPrompt('a', 'x').addPrompt('b', 'y');
    expect(() => prompts.addPrompt('c', '{')).toThrow();
    end();
    prompts.addPrompt('d', 'z');
    expect(seen).toEqual([1, 2]);
  });
});
