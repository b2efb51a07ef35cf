import { describeUnknown, type ToolSource } from '@toolwright/contract';
import { Prompt } from './prompt.js';
import { PromptRegistry } from './prompt-registry.js';

const tools: ToolSource = { listTools: () => [], execute: async () => ({ result: null, error: 'none' }) };
const mcpServers = [{ name: 'files', command: 'server-files', args: ['.'] }];
const parser = (text: string): number => Number(text);
const tags = { xml: { answer: 'required' } } as const;

// C4
describe('a prompt', () => {
  it('bundles a text with parser, tags, tools, servers, hints and handlers', () => {
    const prompt = new Prompt({
      name: 'task',
      template: 'Count the {things}.',
      parser,
      tags,
      tools,
      mcpServers,
      webSearch: { search_context_size: 'low' },
      computerUse: { displayWidth: 800, displayHeight: 600 },
      exceptionHandler: 'Wrong: {error}',
    });
    expect(prompt.render({ things: 'cats' })).toBe('Count the cats.');
    expect(prompt.variables).toEqual(['things']);
    expect(prompt).toMatchObject({ name: 'task', parser, tags, tools, mcpServers });
    expect(prompt).toMatchObject({
      webSearch: { search_context_size: 'low' },
      computerUse: { displayWidth: 800 },
    });
    expect(prompt.interruptHandler).toBeUndefined();
  });

  it('passes parser, tags, tools and other settings on to handlers that do not define them', () => {
    const other = (): number => 0;
    const prompt = new Prompt({
      name: 'task',
      template: 'x',
      parser,
      tags,
      tools,
      mcpServers,
      exceptionHandler: ({ error, attempt }) => `${attempt}: ${error}`,
      interruptHandler: { template: 'Step {step}', parser: other },
      finalHandler: new Prompt({ name: 'last', template: 'Answer; {limit} ran out.', parser: other }),
    });
    const { exceptionHandler, interruptHandler, finalHandler } = prompt;
    expect(exceptionHandler).toMatchObject({
      name: 'task (exceptionHandler)',
      parser,
      tags,
      tools,
      mcpServers,
    });
    expect(exceptionHandler?.render({ error: 'no number', answer: 'x', attempt: 2 })).toBe('2: no number');
    expect(interruptHandler).toMatchObject({ parser: other, tags, tools });
    expect(finalHandler).toMatchObject({ name: 'last', parser: other, tags, tools });
    expect(finalHandler?.render({ limit: 'time' })).toBe('Answer; time ran out.');
  });

  it('can be extended, and stays unchanged', () => {
    const base = new Prompt({ template: 'Go.', parser, tools, exceptionHandler: 'Again.' });
    const strict = base.extend({ name: 'strict', template: 'Go, slowly.' });
    expect(strict).toMatchObject({ name: 'strict', parser, tools });
    expect([strict.render(), strict.exceptionHandler?.render()]).toEqual(['Go, slowly.', 'Again.']);
    expect([base.name, base.render()]).toEqual(['prompt', 'Go.']);
    expect(base.extend({ tags }).parser).toBeUndefined();
    expect(base.extend({ tags, parser })).toMatchObject({ tags, parser });
    expect(base.extend({ name: undefined }).render()).toBe('Go.');
  });

  it.each([
    [{ template: '{' }, 'malformed'],
    [{ template: 'x', name: '' }, 'needs a name'],
    [{ template: 'x', parser: {} }, "must be a function or have a method 'parse'"],
    [{ template: 'x', tags: { xml: { 'a b': 'required' } } }, "'a b' is not a valid tag name"],
    [{ template: 'x', tags: { xml: { a: 'needed' } } }, "must be 'required' or 'optional'"],
    [{ template: 'x', tags: { xm: { a: 'required' } } }, "'xm' is not a kind of tag"],
    [{ template: 'x', tags: { markdown: { '`': 'required' } } }, "'`' is not a valid tag name"],
    [
      { template: 'x', tags: { xml: { a: 'required' }, signals: { a: 'optional' } } },
      'both a tag and a signal',
    ],
    [{ template: 'x', exceptionHandler: '{' }, "'prompt (exceptionHandler)' is malformed"],
    [{ template: 5 }, 'must be a string or a function'],
    [{ template: 'x', mcpServers: [server('a'), server('b'), server('a')] }, "two MCP servers named 'a'"],
    [{ template: 'x', finalHandler: { tools } }, "'prompt (finalHandler)' must be a string or a function"],
  ])('that cannot work is refused: %j', (definition, message) => {
    // As a program in plain JavaScript may do.
    expect(() => Reflect.construct(Prompt, [definition])).toThrow(
      expect.objectContaining({ code: 'INVALID_PROMPT', message: expect.stringContaining(message) }),
    );
  });
});

function server(name: string) {
  return { name, url: 'https://mcp.example.com' };
}

// C4
describe('a registry of prompts', () => {
  it('finds them by path, and names them by it', () => {
    const registry = new PromptRegistry();
    const root = registry.scope('root');
    root.addPrompt('task', new Prompt({ template: 'Do {what}.', parser }));
    expect(registry.get('root/task')).toMatchObject({ name: 'root/task', parser });
    expect(registry.scope('root').get('task').render({ what: 'it' })).toBe('Do it.');
    expect(registry.render('root/task', { what: 'that' })).toBe('Do that.');
    expect(root.scope('deep').addPrompt('a', 'A').get('a').name).toBe('root/deep/a');
    expect(root.listPrompts()).toEqual(['task', 'deep/a']);
    expect(registry.has('task')).toBe(false);
  });

  it('also returns texts and functions as prompts', () => {
    const registry = new PromptRegistry().addPrompt('a', 'Hi {who}').addPrompt('b', () => 'B');
    expect(registry.get('a').render({ who: 'you' })).toBe('Hi you');
    expect(registry.get('b').name).toBe('b');
    expect(registry.getPrompt('a')).toBe('Hi {who}');
    expect(registry.find('c')).toBeUndefined();
  });

  it('keeps the prompts that it has created', () => {
    const registry = new PromptRegistry().addPrompt('task', new Prompt({ template: 'Go.', parser }));
    registry.addPrompt('strict', registry.get('task').extend({ template: 'Go slowly.' }));
    expect(registry.get('strict')).toMatchObject({ name: 'strict', parser });
  });

  it('lists the available prompts if one is missing, and tells listeners of a scope about all changes', () => {
    const registry = new PromptRegistry();
    const scope = registry.scope('a').addPrompt('b', 'x');
    expect(() => scope.get('c')).toThrow(describeUnknown('Prompt', 'a/c', ['b']).message);
    expect(() => registry.scope('')).toThrow('A scope needs a name.');
    let changes = 0;
    scope.onChange(() => changes++);
    registry.addPrompt('d', 'y');
    expect(changes).toBe(1);
  });
});
