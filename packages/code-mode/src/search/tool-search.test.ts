import { Agent, JoinedTools } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { createMemoryStore, openSession } from '@toolwright/store';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { codeMode } from '../code-mode.js';
import { toolSearch } from './tool-search.js';

const TEXTS = {
  pay: 'Pays an invoice.',
  refund: 'Gives money back.',
  weather: 'Forecasts the weather of a city.',
  mail: 'Sends a letter.',
};

function registry(called: string[] = []): ToolRegistry {
  const tools = new ToolRegistry();
  for (const [name, description] of Object.entries(TEXTS))
    tools.register(
      new FunctionTool({
        name,
        description,
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        output: { type: 'string' },
        fn: () => {
          called.push(name);
          return `${name} done`;
        },
      }),
    );
  return tools;
}

const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] });
const namesIn = (model: ReturnType<typeof scriptedModel>): readonly (readonly string[])[] =>
  model.requests.map(({ tools }) => tools.map(({ name }) => name));

// J7
describe('tool search', () => {
  it('offers what is always there, and then what was found, which is added at the end', async () => {
    const called: string[] = [];
    const model = scriptedModel([
      call('searchTools', { query: 'weather' }),
      call('weather'),
      call('searchTools', { query: 'money back' }),
      'done',
    ]);
    const source = toolSearch(registry(called), { always: ['pay'], results: 1 });
    const agent = new Agent({ llmClient: model, toolRegistry: source });
    const result = await agent.run('go');
    expect(result.status).toBe('completed');
    expect(called).toEqual(['weather']);
    expect(namesIn(model)).toEqual([
      ['pay', 'searchTools'],
      ['pay', 'searchTools', 'weather'],
      ['pay', 'searchTools', 'weather'],
      ['pay', 'searchTools', 'weather', 'refund'],
    ]);
  });

  it('refuses tools that were not found', async () => {
    const called: string[] = [];
    const model = scriptedModel([call('mail'), 'done']);
    const agent = new Agent({ llmClient: model, toolRegistry: toolSearch(registry(called)) });
    const result = await agent.run('go');
    expect(result.toolCalls[0]?.outcome.error).toContain("'mail'");
    expect(called).toEqual([]);
  });

  it('keeps what was found for the session, and for no other', async () => {
    const store = createMemoryStore();
    const toolRegistry = toolSearch(registry(), { results: 1 });
    const first = scriptedModel([call('searchTools', { query: 'letter' }), 'done', call('mail'), 'done']);
    const session = await openSession({ store, id: 'a', agent: { llmClient: first, toolRegistry } });
    await session.run('find');
    await session.run('send');
    expect(namesIn(first).at(-1)).toEqual(['searchTools', 'mail']);
    const other = scriptedModel(['done']);
    const stranger = await openSession({ store, id: 'b', agent: { llmClient: other, toolRegistry } });
    await stranger.run('hello');
    expect(namesIn(other)).toEqual([['searchTools']]);
  });

  it('works with prompted protocols and joined sources', async () => {
    const xml = (name: string, args: object) =>
      `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
    const source = new JoinedTools([
      toolSearch(registry(), { results: 1 }),
      new ToolRegistry().register(
        new FunctionTool({
          name: 'own',
          description: 'Its own.',
          parameters: { type: 'object', properties: {} },
          fn: () => 1,
        }),
      ),
    ]);
    const model = scriptedModel([call('searchTools', { query: 'invoice' }), call('pay'), 'done']);
    const result = await new Agent({ llmClient: model, toolRegistry: source }).run('go');
    expect(namesIn(model)[1]).toEqual(['searchTools', 'pay', 'own']);
    expect(result.toolCalls.map(({ outcome }) => outcome.error)).toEqual([null, null]);
    const prompted = scriptedModel([xml('searchTools', { query: 'invoice' }), 'done']);
    const agent = new Agent({
      llmClient: prompted,
      toolRegistry: toolSearch(registry(), { results: 1 }),
      protocol: 'xml',
    });
    await agent.run('go');
    expect(JSON.stringify(prompted.requests[0]?.messages)).not.toContain('invoice');
  });

  it('names what is wrong in its options', () => {
    expect(() => toolSearch(registry(), { always: ['pai'] })).toThrow("'pai'");
    expect(() => toolSearch(registry(), { name: 'pay' })).toThrow("'pay'");
  });
});

// J7
describe('code mode with a search', () => {
  it('shows the declarations of some tools, and finds those of others for models and programs', async () => {
    const source = codeMode(registry(), { always: ['pay'] });
    const [program, search] = source.listTools();
    expect([program?.name, search?.name]).toEqual(['runProgram', 'searchTools']);
    expect(program?.description).toContain(
      'pay:Tool<void | Record<string, never>, string> // Pays an invoice.',
    );
    expect(program?.description).not.toContain('weather');
    const code = `const found = await tools.searchTools({ query: 'weather' });
return [found.includes('weather:Tool<void | Record<string, never>, string>'), await tools.weather()];`;
    const model = scriptedModel([
      call('searchTools', { query: 'letter' }),
      call('runProgram', { code }),
      'done',
    ]);
    const result = await new Agent({ llmClient: model, toolRegistry: source }).run('go');
    const outcomes = result.toolCalls.map(({ outcome }) => outcome.result);
    expect(outcomes[0]).toContain('mail:Tool<void | Record<string, never>, string>');
    expect(outcomes.at(-1)).toEqual([true, 'weather done']);
  });
});
