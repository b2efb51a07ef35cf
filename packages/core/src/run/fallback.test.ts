import { type AgentEvent, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { costOf, createClient, fallbackClient, routeClient } from '@toolwright/llm';
import { type ScriptedModelOptions, type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { summarize } from '../compaction/summarize.js';
import { collect } from './collect.test.support.js';

const down = (code: 'RATE_LIMIT' | 'CONTEXT_TOO_LONG' = 'RATE_LIMIT') =>
  new ToolwrightError(code, 'Down.', { blame: code === 'RATE_LIMIT' ? 'provider' : 'developer' });
const usage = { inputTokens: 100, outputTokens: 10 };
const look: ScriptStep = { toolCalls: [{ name: 'look' }], usage };

function model(name: string, steps: readonly ScriptStep[], options: ScriptedModelOptions = {}) {
  return scriptedModel(steps, { provider: 'test', model: name, ...options });
}

function agentFor(llmClient: LLMProvider, config: Partial<AgentConfig> = {}): Agent {
  return new Agent({ llmClient, toolRegistry: stubTools({ look: () => 'seen' }), ...config });
}

const PRICES: Readonly<Record<string, number>> = { a: 1, b: 20 };
const price: AgentConfig['price'] = (_, { model: name = '' }) => PRICES[name];

// H6
describe.each([true, false])('a run with a fallback; streaming: %s', (stream) => {
  it('reports it, and counts usage and cost by the model that answered', async () => {
    const a = model('a', [look, { error: down() }, { text: 'Seen.', usage }]);
    const b = model('b', [look]);
    const events: AgentEvent[] = [];
    const logger = { log: (event: AgentEvent) => events.push(event) };
    const result = await agentFor(fallbackClient([a, b]), { price, logger }).run('Look.', { stream });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Seen.', cost: 22 });
    expect(result.models).toEqual([
      {
        provider: 'test',
        model: 'a',
        requests: 2,
        usage: expect.objectContaining({ inputTokens: 200, outputTokens: 20 }),
        cost: 2,
      },
      { provider: 'test', model: 'b', requests: 1, usage: expect.objectContaining(usage), cost: 20 },
    ]);
    expect(events.filter(({ type }) => type === 'fallback')).toEqual([
      { type: 'fallback', from: 'test/a', to: 'test/b', reason: 'Down.' },
    ]);
    const answered = events.map((event) => event.type === 'usage' && event.answeredBy?.model);
    expect(answered.filter(Boolean)).toEqual(['a', 'b', 'a']);
  });

  it('is aborted without asking the next model', async () => {
    const controller = new AbortController();
    const b = model('b', ['never']);
    const a = model('a', [
      () => {
        controller.abort();
        return { error: down() };
      },
    ]);
    const agent = agentFor(fallbackClient([a, b]));
    expect(await agent.run('Look.', { stream, signal: controller.signal })).toMatchObject({
      status: 'aborted',
    });
    expect(b.requests).toEqual([]);
  });

  it('shortens the history if the last model refuses it as too long', async () => {
    const client = fallbackClient([
      model('a', [{ error: down() }, 'Short.']),
      model('b', [{ error: down('CONTEXT_TOO_LONG') }]),
    ]);
    const memory = Array.from({ length: 40 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: String(index),
    }));
    const result = await agentFor(client, { memory }).run('Go on.', { stream });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Short.' });
  });
});

// H6
describe('an agent with several models', () => {
  const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const;

  it('asks each for an output in the form that it supports', async () => {
    const strict = { tools: true, jsonMode: true, jsonModeWithTools: true, strictSchemas: true };
    const a = model('a', [{ error: down() }], { capabilities: strict });
    const b = model('b', ['{"sum":3}'], { capabilities: { tools: true } });
    const result = await agentFor(fallbackClient([a, b])).run('1 + 2?', { output: schema });
    expect(result.output).toEqual({ sum: 3 });
    expect(a.requests[0]?.options.jsonResponse).toMatchObject({ schema: { type: 'object' } });
    expect(b.requests[0]?.options.jsonResponse).toBeUndefined();
    expect(JSON.stringify(b.requests[0]?.messages)).toContain('sum');
    expect(JSON.stringify(a.requests[0]?.messages)).not.toContain('sum');
  });

  it('routes each request, and keeps its budget by the prices of the models that answer', async () => {
    const [a, b] = [model('a', [look, look, look]), model('b', [look, look])];
    const client = routeClient(({ messages }) => (messages.length > 2 ? b : a));
    const agent = agentFor(client, { price, budget: { cost: 21 }, onLimit: 'stop' });
    expect(await agent.run('Look.')).toMatchObject({
      status: 'limit',
      limit: 'cost',
      cost: 21,
      iteration: 2,
    });
    expect([a.requests.length, b.requests.length]).toEqual([1, 1]);
  });

  it('counts a sub-agent and a summary under their models', async () => {
    const summarizer = model('cheap', [{ text: 'It was long.', usage }]);
    const sub = agentFor(model('b', [{ text: 'Found.', usage }]), { name: 'sub', description: 'Finds.' });
    const toolRegistry = new ToolRegistry().register(sub.asTool());
    const agent = agentFor(
      model('a', [
        { toolCalls: [{ name: 'sub', arguments: { task: 'Find it.' } }], usage },
        { text: 'Done.', usage },
      ]),
      {
        toolRegistry,
        memory: [
          { role: 'user', content: 'Old.' },
          { role: 'assistant', content: 'x'.repeat(400) },
        ],
        compaction: summarize({ maxHistoryTokens: 60, keepTokens: 50, llmClient: summarizer }),
      },
    );
    const result = await agent.run('Go.');
    expect(result.models?.map(({ model: name, requests }) => [name, requests])).toEqual([
      ['cheap', 1],
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('does not list the models if its own answered everything', async () => {
    expect(await agentFor(model('a', ['Hi.'])).run('Hi')).not.toHaveProperty('models');
  });

  it('keeps the count in a pause', async () => {
    const client = fallbackClient([model('a', [{ error: down() }, 'Sent.']), model('b', [look])]);
    const toolRegistry = stubTools({ look: () => 'seen' }, { look: { needsApproval: true } });
    const agent = agentFor(client, { toolRegistry });
    const { paused } = await agent.run('Look.');
    if (paused === undefined) throw new Error('The run did not pause.');
    const [call] = paused.pending;
    const decisions = { [call?.callId ?? '']: { approved: true } } as const;
    const result = await agent.resume(JSON.parse(JSON.stringify(paused)), decisions);
    expect(result.models?.map(({ model: name }) => name)).toEqual(['b', 'a']);
  });

  it('leaves the answer as soon as the reader leaves the stream', async () => {
    const answer = { text: 'a long answer', usage };
    const stream = agentFor(
      fallbackClient([model('a', [{ error: down() }]), model('b', [answer])]),
    ).runStream('Hi');
    for await (const event of stream) if (event.type === 'text-delta') break;
    expect(await stream.result).toMatchObject({ status: 'aborted' });
  });

  it('prices clients with their own table', async () => {
    const reply = {
      choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 1 },
    };
    const clientOf = (name: string, fails: boolean) =>
      createClient({
        provider: 'openai-compatible',
        model: name,
        baseUrl: 'http://127.0.0.1:1/v1',
        retries: 0,
        prices: { 'openai-compatible': { [name]: { input: 1_000_000, output: 0 } } },
        runtime: {
          fetch: async () =>
            fails ? Response.json({ error: 'down' }, { status: 500 }) : Response.json(reply),
        },
      });
    const client = fallbackClient([clientOf('a', true), clientOf('b', false)]);
    const agent = new Agent({ llmClient: client });
    expect(await agent.run('Hi', { stream: false })).toMatchObject({
      cost: 10,
      models: [{ model: 'b', cost: 10 }],
    });
    expect(costOf(usage, { provider: 'openai-compatible', model: 'b' })).toBeUndefined();
  });

  it('shows all events of a run whose models all fail, and ends it with one error', async () => {
    const client = fallbackClient([model('a', [{ error: down() }]), model('b', [{ error: down() }])]);
    const stream = agentFor(client).runStream('Hi');
    const events = await collect(stream);
    expect(events.filter(({ type }) => type === 'fallback')).toHaveLength(1);
    expect(await stream.result).toMatchObject({
      status: 'error',
      errorCode: 'RATE_LIMIT',
      errors: ['No model answered. test/a: Down. test/b: Down.'],
    });
  });
});
