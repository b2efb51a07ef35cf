import { scriptedModel } from '@toolwright/llm/testing';
import { type Secret, secret, secretMask } from '@toolwright/redaction';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { redact } from '../policies/shipped/redact.js';

const CALL = { toolCalls: [{ id: 'a', name: 'open', arguments: {} }] };
// Kept, as a program would.
const kept: Secret<string>[] = [];

/** A source of tools that knows nothing of secrets, and declares one while it runs. */
function createTools(value: string) {
  return stubTools({
    open: () => {
      kept.push(secret(value));
      return { key: value };
    },
  });
}

// G3
describe('a secret that a tool declares in the middle of a run', () => {
  it('is masked from then on, beginning with the result of that tool', async () => {
    expect(secretMask()).toBeUndefined();
    const llmClient = scriptedModel([CALL, 'Your key is violet-otter-1.', 'And violet-otter-1 again.']);
    const agent = new Agent({ name: 'a', llmClient, toolRegistry: createTools('violet-otter-1') });
    const { finalResponse, toolCalls } = await agent.run('Open it.');
    expect(toolCalls[0]?.outcome.result).toEqual({ key: '[secret]' });
    expect(finalResponse).toBe('Your key is [secret].');
    await agent.run('What is violet-otter-1?');
    expect(JSON.stringify(llmClient.requests)).not.toContain('otter');
    expect(JSON.stringify(agent.memory)).not.toContain('otter');
  });

  it('is masked beside what policies remove', async () => {
    const llmClient = scriptedModel([CALL, '{"key":"violet-otter-2","to":"bob@x.org"}']);
    const policies = [redact({ email: /[\w.]+@[\w.]+/ })];
    const agent = new Agent({ name: 'a', llmClient, toolRegistry: createTools('violet-otter-2'), policies });
    const output = {
      type: 'object',
      properties: { key: { type: 'string' }, to: { type: 'string' } },
    } as const;
    const result = await agent.run('Open it.', { output });
    expect(result.output).toEqual({ key: '[secret]', to: '[email]' });
  });

  it('does not break an answer that is JSON with a secret number', async () => {
    kept.push(secret('8765432109'));
    const llmClient = scriptedModel(['{"pin":8765432109,"days":3}']);
    const agent = new Agent({ name: 'a', llmClient });
    const { finalResponse } = await agent.run('Go.');
    expect(JSON.parse(finalResponse)).toEqual({ pin: '[secret]', days: 3 });
  });

  it('is masked in letters written as codes, ids and names of calls, and the name of the agent', async () => {
    kept.push(secret('violet-otter-3'));
    const given: unknown[] = [];
    const toolRegistry = stubTools({
      take: (args) => {
        given.push(args);
        return 1;
      },
    });
    const calls = [
      { id: 'call-violet-otter-3', name: 'take', arguments: '{"x":"\\u0076iolet-otter-3"}' },
      { id: 'b', name: 'violet-otter-3', arguments: {} },
    ];
    const llmClient = scriptedModel([{ toolCalls: calls }, '{"x":"\\u0076iolet-otter-3"}']);
    const agent = new Agent({
      name: 'violet-otter-3',
      description: 'Knows violet-otter-3.',
      llmClient,
      toolRegistry,
    });
    const output = { type: 'object', properties: { x: { type: 'string' } } } as const;
    const result = await agent.run('Go.', { output });
    expect(given).toEqual([{ x: '[secret]' }]);
    expect(result.output).toEqual({ x: '[secret]' });
    expect(result.toolCalls.map(({ callId }) => callId)).toEqual(['call-_secret_', 'b']);
    expect(JSON.stringify([llmClient.requests, result.messages])).not.toMatch(/otter/);
  });
});

// G4
describe('a key of a known form in the environment', () => {
  const KEY = `ghp_${'A1b2C3d4'.repeat(5)}`;
  afterEach(() => {
    delete process.env.RUN_TEST_TOKEN;
  });

  it('that a tool sets and returns does not reach requests, events, results or memory', async () => {
    const toolRegistry = stubTools({
      open: ({ path }: { path?: string }) => {
        process.env.RUN_TEST_TOKEN = KEY;
        if (path !== undefined) throw new Error(`No ${KEY}`);
        return { said: `Pushed with ${KEY}`, [KEY]: Buffer.from(`user:${KEY}`).toString('base64') };
      },
    });
    const failing = { toolCalls: [{ id: 'b', name: 'open', arguments: { path: 'x' } }] };
    const llmClient = scriptedModel([CALL, failing, `It is ${KEY}.`, 'Done.']);
    const agent = new Agent({ name: 'a', llmClient, toolRegistry });
    const run = agent.runStream('Open it.');
    const events = [];
    for await (const event of run) events.push(event);
    await agent.run(`Is it ${KEY}?`);
    const seen = JSON.stringify([events, await run.result, agent.memory, llmClient.requests]);
    expect(seen).toContain('Pushed with [secret]');
    expect(seen).toContain('No [secret]');
    expect(seen).toContain('It is [secret].');
    expect(seen).toContain('Is it [secret]?');
    expect(seen).not.toContain(KEY.slice(4, 12));
    expect(seen).not.toContain(Buffer.from(KEY).toString('base64').slice(4, -8));
  });

  it('that stands in the definition of a tool does not reach a client', async () => {
    process.env.RUN_TEST_TOKEN = KEY;
    const description = `Calls with ${KEY}.`;
    const parameters = { type: 'object', properties: {} } as const;
    const toolRegistry = new ToolRegistry().register(
      new FunctionTool({ name: 'open', description, parameters, fn: () => 'ok' }),
    );
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'open', arguments: {} }] }, 'Done.']);
    const { toolCalls } = await new Agent({ llmClient, toolRegistry }).run('Go.');
    expect(llmClient.requests.map(({ tools }) => tools[0]?.description)).toEqual([
      'Calls with [secret].',
      'Calls with [secret].',
    ]);
    expect(toolCalls[0]?.outcome).toEqual({ result: 'ok', error: null });
  });
});
