import { type AgentEvent, type ErrorCode, ToolwrightError } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { dropOldest } from '../compaction/drop-oldest.js';
import { nativeProtocol } from '../protocols/native-protocol.js';

const look: ScriptStep = { toolCalls: [{ name: 'look' }], text: 'Let me look.' };
const refused = (code: ErrorCode) => new ToolwrightError(code, `${code}!`, { blame: 'developer' });
const tooLong: ScriptStep = { error: refused('CONTEXT_TOO_LONG') };

function agentFor(steps: readonly ScriptStep[], config: Partial<AgentConfig> = {}) {
  const llmClient = scriptedModel(steps);
  const toolRegistry = stubTools({ look: () => 'seen' });
  const events: AgentEvent[] = [];
  const logger = { log: (event: AgentEvent) => events.push(event) };
  return {
    llmClient,
    events,
    agent: new Agent({ llmClient, toolRegistry, logger, maxIterations: 50, ...config }),
  };
}

// B7
describe('the reply of a provider', () => {
  it.each<[number, ErrorCode]>([
    [400, 'BAD_REQUEST'],
    [401, 'AUTHENTICATION'],
    [404, 'BAD_REQUEST'],
    [413, 'CONTEXT_TOO_LONG'],
  ])('ends the run with a result: %i', async (status, errorCode) => {
    const body = JSON.stringify({ error: { message: 'No.' } });
    const fetch = () => Promise.resolve(new Response(body, { status }));
    const runtime = { fetch };
    const llmClient = createClient({ provider: 'openai', model: 'gpt-x', apiKey: 'key', runtime });
    const result = await new Agent({ llmClient }).run('Hi');
    expect(result).toMatchObject({ status: 'error', errorCode, iteration: 1, toolCalls: [] });
    expect(result.errors[0]).toContain('No.');
    await expect(new Agent({ llmClient, onFailure: 'throw' }).run('Hi')).rejects.toMatchObject({
      code: errorCode,
      status,
    });
  });

  it.each<ErrorCode>(['BAD_REQUEST', 'AUTHENTICATION', 'INVALID_CONFIG', 'UNSUPPORTED'])(
    'after a step keeps the calls, the usage and the last reply in the result: %s',
    async (errorCode) => {
      const usage = { inputTokens: 7, outputTokens: 2 };
      const { agent } = agentFor([{ ...look, usage }, { error: refused(errorCode) }]);
      expect(await agent.run('Look.')).toMatchObject({
        status: 'error',
        errorCode,
        toolCalls: [{ name: 'look' }],
        usage,
        lastReply: 'Let me look.',
      });
      expect(agent.memory).toHaveLength(3);
    },
  );

  it('is thrown with the result under onFailure: throw, and printed without it', async () => {
    const error = refused('BAD_REQUEST');
    const { agent } = agentFor([look, { error }], { onFailure: 'throw' });
    await expect(agent.run('Look.')).rejects.toBe(error);
    expect(error.result).toMatchObject({
      status: 'error',
      toolCalls: [{ name: 'look' }],
      lastReply: 'Let me look.',
    });
    expect(Object.keys(error)).not.toContain('result');
  });

  it('is thrown unchanged if it cannot be extended', async () => {
    const error = Object.freeze(refused('BAD_REQUEST'));
    const { agent } = agentFor([{ error }], { onFailure: 'throw' });
    await expect(agent.run('Look.')).rejects.toBe(error);
  });
});

// B7, H8
describe('a conversation that is too long for the model', () => {
  const longAgo = Array.from({ length: 40 }, (_, turn) => ({ role: 'user', content: `${turn}` }) as const);

  it('is shortened once, and the model is asked again', async () => {
    const { agent, llmClient, events } = agentFor([tooLong, 'Here.'], { memory: longAgo });
    expect(await agent.run('Hi')).toMatchObject({
      status: 'completed',
      finalResponse: 'Here.',
      iteration: 1,
    });
    const [first, second] = llmClient.requests;
    expect([first?.messages.length, second?.messages.length]).toEqual([41, 21]);
    expect(second?.messages.at(-1)?.content).toBe('Hi');
    expect(events.filter(({ type }) => type === 'history-compact')).toEqual([
      { type: 'history-compact', before: 41, after: 21 },
    ]);
    expect(agent.memory).toHaveLength(22);
  });

  it('is compacted if the agent has a compaction, even if that is not due', async () => {
    const compaction = dropOldest({ maxHistoryTokens: 1_000, keepTokens: 50, countTokens: () => 10 });
    const { agent, llmClient } = agentFor([tooLong, 'Here.'], { memory: longAgo, compaction });
    expect(await agent.run('Hi')).toMatchObject({ status: 'completed' });
    expect(llmClient.requests.map(({ messages }) => messages.length)).toEqual([41, 5]);
  });

  it('is cut by half if the compaction does not help', async () => {
    const broken = { isDue: () => false, compact: () => Promise.reject(new Error('busy')) };
    const { agent, llmClient, events } = agentFor([tooLong, 'Here.'], {
      memory: longAgo,
      compaction: broken,
    });
    expect(await agent.run('Hi')).toMatchObject({ status: 'completed' });
    expect(llmClient.requests.map(({ messages }) => messages.length)).toEqual([41, 21]);
    expect(events.filter(({ type }) => type === 'warning')).toHaveLength(2);
  });

  it.each<[string, ScriptStep[], Partial<AgentConfig>]>([
    ['after a second refusal', [tooLong, tooLong], { memory: longAgo }],
    ['where the memory has no limit', [tooLong], { memory: longAgo, maxHistory: Number.POSITIVE_INFINITY }],
    ['where nothing can go', [tooLong], {}],
  ])('fails %s', async (_, steps, config) => {
    const { agent, llmClient } = agentFor(steps, config);
    expect(await agent.run('Hi')).toMatchObject({ status: 'error', errorCode: 'CONTEXT_TOO_LONG' });
    llmClient.assertDone();
  });
});

describe('a function of the developer that throws', () => {
  const broken = (): never => {
    throw new TypeError('x is not a function');
  };
  const later = () => Promise.reject(new Error('late')) as never; // as plain JavaScript may do
  const protocol = (name: string) => ({
    name,
    parse: broken,
    prepare: <T>(request: T) => request,
    formatResult: () => '',
  });

  it.each<[string, Partial<AgentConfig>]>([
    ["'afterTools'", { afterTools: broken }],
    ["'afterTools'", { afterTools: later }],
    ["'finalPrompt'", { finalPrompt: broken, maxIterations: 1, onLimit: 'force-answer' }],
    ["'price'", { price: broken }],
    ["The protocol 'mine'", { protocol: protocol('mine') }],
  ])('ends the run with blame on the developer: %s', async (name, config) => {
    const { agent } = agentFor([{ ...look, usage: { inputTokens: 1, outputTokens: 1 } }], config);
    const result = await agent.run('Look.');
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors[0]).toMatch(
      new RegExp(`^${name} (threw an error: x is not a function|returned a promise)`),
    );
  });

  it("loses no call if it throws while it writes the model's input", async () => {
    const mine = { ...nativeProtocol, name: 'mine', formatResult: broken };
    const { agent } = agentFor([look], { protocol: mine });
    expect(await agent.run('Look.')).toMatchObject({
      status: 'error',
      errorCode: 'CALLBACK_FAILED',
      toolCalls: [{ name: 'look', outcome: { result: 'seen' } }],
    });
    expect(agent.memory.at(-1)).toMatchObject({ role: 'tool', content: 'seen' });
  });
});
